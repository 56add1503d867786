import { join } from 'node:path'

const linesMax = 400

/** Returns an error for each file that is too long, and for each cast through `unknown` without a reason beside it. */
export async function checkFiles(root: string): Promise<string[]> {
  const faults: string[] = []
  for (const file of new Bun.Glob('{src,web}/**/*.{ts,tsx,css}').scanSync({ cwd: root })) {
    const lines = (await Bun.file(join(root, file)).text()).trimEnd().split('\n')
    if (lines.length > linesMax) faults.push(`${file} has ${lines.length} lines; at most ${linesMax} are allowed`)
    faults.push(...unexplainedCasts(lines).map((line) => `${file}:${line}: a cast through unknown needs a reason`))
  }
  return faults
}

/** Returns the line numbers of casts without a comment on their line or the line above. */
function unexplainedCasts(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => {
    if (!/\bas\sunknown\sas\b/.test(line)) return []
    const hasReason = /\/\/ /.test(`${lines[index - 1] ?? ''}${line}`)
    return hasReason ? [] : [index + 1]
  })
}
