/** Variables for a process whose clock differs from that of this machine, and is set back by an hour on each SIGUSR2. */
export function shiftedClock(milliseconds: number): Readonly<Record<string, string>> {
  const code = `
    const Real = Date;
    let offset = ${milliseconds};
    globalThis.Date = class extends Real {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Real.now() + offset);
      }
      static now() {
        return Real.now() + offset;
      }
    };
    process.on("SIGUSR2", () => { offset -= 3_600_000; });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
