import type { Progress } from './command'

const lineEveryMs = 10_000

/** On a terminal one line that changes; elsewhere a line every ten seconds. */
export function showProgress(out: NodeJS.WriteStream) {
  let lastAtMs = performance.now()
  let shown = 0
  return {
    step(progress: Progress) {
      if (!out.isTTY) {
        if (performance.now() - lastAtMs < lineEveryMs) return
        lastAtMs = performance.now()
        out.write(`${textOf(progress)}\n`)
        return
      }
      const text = textOf(progress).slice(0, (out.columns || 80) - 1)
      out.write(`\r${text.padEnd(shown)}`)
      shown = text.length
    },
    end() {
      if (out.isTTY && shown > 0) out.write(`\r${' '.repeat(shown)}\r`)
    },
  }
}

function textOf({ what, done, of }: Progress) {
  if (done === undefined) return `${what} …`
  return of ? `${what}: ${done} of ${of} (${Math.floor((done / of) * 100)} %)` : `${what}: ${done}`
}
