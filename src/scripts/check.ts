import { join } from 'node:path'
import { readMigrations } from '../kernel/database/migrate'
import { checkCatalog } from './check/check-catalog'
import { checkFiles, checkStatements } from './check/check-files'
import { checkImports } from './check/check-imports'
import { checkLoops } from './check/check-loops'
import { checkPeople } from './check/check-people'
import { checkScreens } from './check/check-screens'
import { checkStyles } from './check/check-styles'
import { checkTables } from './check/check-tables'
import { root, runToEnd } from './set-up'

/** `bun run check`: runs all checks, then fails if one failed. */
const bun = process.execPath
const steps: [string, () => Promise<boolean>][] = [
  ['format', async () => (await runToEnd([bun, 'fmt', '--check', 'src', 'web'])) === 0],
  ['screens', async () => report(await checkScreens(root))],
  ['types', async () => (await runToEnd([bun, 'check', '--no-script'])) === 0],
  ['promises', async () => (await runToEnd([join(root, 'node_modules/.bin/oxlint'), 'src', 'web'])) === 0],
  ['files', async () => report(await checkFiles(root))],
  ['imports', async () => report(await checkImports(root))],
  ['loops', async () => report(await checkLoops(root))],
  ['statements', async () => report(await checkStatements(root))],
  ['tables', async () => report([...(await checkTables(root)), ...(await checkCatalog(root))])],
  ['people', async () => report(await checkPeople(root))],
  ['migrations', async () => report(checkMigrations())],
  ['styles', async () => report(await checkStyles(root))],
  ['audit', audit],
]

let failed = 0
for (const [name, step] of steps) {
  const started = performance.now()
  const passed = await step()
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${Math.round(performance.now() - started)} ms)`)
  if (!passed) failed++
}
process.exit(failed === 0 ? 0 : 1)

/** Reports migrations with the same number, which parallel changes can add. */
function checkMigrations(): string[] {
  return ['platform', 'company'].flatMap((of) => {
    try {
      readMigrations(join(root, 'migrations', of))
      return []
    } catch (error) {
      return [String(error)]
    }
  })
}

function report(errors: string[]) {
  for (const error of errors) console.error(error)
  return errors.length === 0
}

/** A registry without vulnerability data, or one that cannot be reached, is reported but does not fail the build. */
async function audit() {
  const child = Bun.spawn([bun, 'audit', '--json', '--audit-level=high'], { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [text, problem, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code === 0) return true
  const holes = readHoles(text)
  if (holes === undefined) {
    console.log(
      `     the audit could not be made: ${
        problem
          .trim()
          .split('\n')[0]
          ?.replace(/https?:\S+/g, 'the registry') ?? ''
      }`,
    )
    return true
  }
  for (const hole of holes) console.error(`     ${hole}`)
  return holes.length === 0
}

function readHoles(text: string): string[] | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return Object.entries(found as Record<string, { severity?: string; title?: string }[]>).flatMap(([name, list]) =>
      list
        .filter(({ severity }) => severity === 'high' || severity === 'critical')
        .map(({ severity, title }) => `${name}: ${severity}, ${title}`),
    )
  } catch {
    return undefined
  }
}
