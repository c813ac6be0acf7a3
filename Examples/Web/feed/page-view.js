// The page in the place of a <feed-list> that scrolls by itself: `list.view = pageView(list)`. What stands above the list
// and below it scrolls along. A header that sticks says how tall it is by `scroll-padding-top` of the page.

export function pageView(list) {
  Object.assign(list.style, { maxHeight: 'none', overflow: 'visible' });
  return {
    clientTop: 0,
    /** How far the top of the list is above what shows; less than 0 below it. */
    get scrollTop() { return this.getBoundingClientRect().top - list.getBoundingClientRect().top; },
    set scrollTop(top) { scrollBy({ top: top - this.scrollTop, behavior: 'instant' }); },
    get clientHeight() { return innerHeight - inset(); },
    get scrollHeight() { return list.offsetHeight; },
    getBoundingClientRect: () => ({ top: inset(), bottom: innerHeight }),
    addEventListener: (...listener) => globalThis.addEventListener(...listener),
  };
}

const inset = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
