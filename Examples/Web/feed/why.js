// Sentences for developers: feed.js loads this for a feed with `debug`.

export function add(core) {
  const { w, p, told } = core;
  core.told = () => {
    const bytes = [], refusal = told();
    for (let byte; (byte = w.list_sentence(p, bytes.length)) >= 0;) bytes.push(byte);
    return { ...refusal, sentence: new TextDecoder().decode(new Uint8Array(bytes)) };
  };
}
