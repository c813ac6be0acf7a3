// A pull with a finger refreshes: `pullToRefresh(list)`. While it is pulled `.feed-pull` shows above the header.

const far = 64; // from here on letting go refreshes

export function pullToRefresh(list, { texts = ['Pull to refresh', 'Let go to refresh'] } = {}) {
  const mark = document.createElement('div');
  Object.assign(mark, { className: 'feed-pull', ariaHidden: 'true' });
  Object.assign(mark.style, { overflow: 'hidden', textAlign: 'center', height: '0' });
  let start, pulled = 0;

  function pull(distance) {
    pulled = distance;
    if (!mark.isConnected) list.prepend(mark);
    mark.style.height = `${distance}px`;
    mark.textContent = distance ? texts[Number(distance >= far)] : '';
  }

  list.addEventListener('touchstart', ({ touches }) => {
    start = list.feed && list.view.scrollTop <= 0 && touches.length === 1 ? touches[0].clientY : undefined;
  }, { passive: true });
  list.addEventListener('touchmove', (event) => {
    if (start === undefined) return;
    // Half as far as the finger, as on the systems of phones.
    const distance = Math.min((event.touches[0].clientY - start) / 2, 2 * far);
    if (distance <= 0 && !pulled) return void (start = undefined);
    if (event.cancelable) event.preventDefault();
    pull(Math.max(0, distance));
  }, { passive: false });
  for (const name of ['touchend', 'touchcancel']) {
    list.addEventListener(name, () => {
      if (name === 'touchend' && pulled >= far) list.feed?.refresh();
      if (pulled) pull(0);
      start = undefined;
    });
  }
}
