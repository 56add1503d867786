import { join } from 'node:path'

/** 300 is the aim; a little more is no reason to fail. */
const linesMax = 330

/**
 * Returns an error for each file that is too long, for each cast through `unknown` without a reason beside it, and for each
 * object literal that is spread into another one, and each function of the browser that is missing over HTTP.
 */
export async function checkFiles(root: string): Promise<string[]> {
  const errors: string[] = []
  for (const file of new Bun.Glob('{src,web}/**/*.{ts,tsx,css}').scanSync({ cwd: root })) {
    const lines = (await Bun.file(join(root, file)).text()).trimEnd().split('\n')
    if (lines.length > linesMax) errors.push(`${file} has ${lines.length} lines; at most ${linesMax} are allowed`)
    errors.push(...unexplainedCasts(lines).map((line) => `${file}:${line}: a cast through unknown needs a reason`))
    if (file.startsWith('web/') && lines.some((line) => line.includes('crypto.randomUUID(')))
      errors.push(`${file}: crypto.randomUUID is missing over HTTP; use web/ui/text/random-id.ts`)
    errors.push(
      ...spreadLiterals(lines).map((line) => `${file}:${line}: write the properties instead of spreading them`),
    )
  }
  return errors
}

function unexplainedCasts(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => {
    if (!/\bas\sunknown\sas\b/.test(line)) return []
    const hasReason = /\/\/ /.test(`${lines[index - 1] ?? ''}${line}`)
    return hasReason ? [] : [index + 1]
  })
}

function spreadLiterals(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (/\.\.\.\{/.test(line) ? [index + 1] : []))
}
