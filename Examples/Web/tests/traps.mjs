// Machines that fail, as one does whose memory may not grow.

/** The instances that are made until `end()` trap in the function `name` while `traps` is set. */
export function trapping(name) {
  const { Instance } = WebAssembly, machines = { traps: false, end() { WebAssembly.Instance = Instance; } };
  WebAssembly.Instance = class {
    constructor(module) {
      const { exports } = new Instance(module);
      this.exports = { ...exports, [name]: (...values) => {
        if (machines.traps) throw new WebAssembly.RuntimeError('unreachable');
        return exports[name](...values);
      } };
    }
  };
  return machines;
}
