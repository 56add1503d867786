import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMutants, type Mutant } from './mutants/find-mutants'
import { installPackages, root } from './set-up'
import { readNearestTests } from './mutants/nearest-tests'

/**
 * `npm run mutants -- --seed=7 --count=100` breaks one line of the committed product at a time, in places chosen by the seed, and runs the
 * nearest tests, to show what they would not notice. `--in=src/ticket,src/live` chooses among some files only, `--part=2/3` takes the second
 * third of the places.
 */
const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    in: { type: 'string', default: 'src/' },
    part: { type: 'string', default: '1/1' },
  },
})
const bun = process.execPath
const limitMs = 240_000
/** The nearest tests, and those tried with what survives them. So few at a time end within the time limit. */
const testsMost = [
  [0, 6],
  [6, 14],
  [14, 26],
  [26, 40],
] as const
/** Tests that build, or start and kill processes, run among the nearest only. */
const longTest =
  /kill|crash|rounds|build|upgrade|install|single-file|two-(?:nodes|hosts)|fill-demo|process|doctor|disk|cut-short|live-database|\/(?:command\/|main\.)/

await installPackages()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recado-mutants-')))
const git = (...words: string[]) =>
  Bun.spawnSync(['git', '-C', root, ...words], { stdout: 'ignore', stderr: 'inherit' })
git('worktree', 'add', '--quiet', '--detach', folder, 'HEAD')
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
const nearestTests = await readNearestTests(folder)
/** Whether tests that failed pass without a change. */
const sound = new Map<string, boolean>()
const counts = { caught: 0, types: 0, survived: 0 }
let stopped = false
process.once('SIGINT', () => (stopped = true)).once('SIGTERM', () => (stopped = true))
try {
  for (const [file, mutant] of await choose(Number(options.count), Number(options.seed))) {
    if (stopped) break
    const result = await tryMutant(file, mutant)
    counts[result.as]++
    console.log(
      `| ${file}:${mutant.line} | ${mutant.kind}: \`${mutant.was.replace(/\s+/g, ' ').slice(0, 80)}\` | ${result.text} |`,
    )
  }
} finally {
  git('worktree', 'remove', '--force', folder)
  for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true })
}
const tested = counts.caught + counts.survived
console.log(
  `${counts.caught} of ${tested} caught by tests, ${counts.survived} survived, ${counts.types} do not pass the check`,
)

/** Takes as many of each kind, so that rare ones are among them. */
async function choose(count: number, seed: number): Promise<[string, Mutant][]> {
  const byKind = new Map<string, [string, Mutant][]>()
  for (const file of [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: folder })].filter(isProduct).sort()) {
    for (const mutant of findMutants(await Bun.file(join(folder, file)).text())) {
      byKind.set(mutant.kind, [...(byKind.get(mutant.kind) ?? []), [file, mutant]])
    }
  }
  const places = [...byKind.values()]
  const chosen: [string, Mutant][] = []
  for (let turn = 0; chosen.length < count && places.some((left) => left.length > 0); turn++) {
    const left = places[turn % places.length] ?? []
    const at = Number(Bun.hash.xxHash64(`${seed} ${turn}`) % BigInt(Math.max(left.length, 1)))
    chosen.push(...left.splice(at, 1))
  }
  const [part = 1, parts = 1] = options.part.split('/').map(Number)
  return chosen.filter((_, index) => index % parts === part - 1)
}

function isProduct(file: string) {
  return (
    options.in.split(',').some((start) => file.startsWith(start)) &&
    !/\.test\.tsx?$|\/testing\/|^src\/(?:scripts|demo)\//.test(file)
  )
}

interface Result {
  as: keyof typeof counts
  text: string
}

async function tryMutant(file: string, { line, start, end, replacement }: Mutant): Promise<Result> {
  const path = join(folder, file)
  const text = await Bun.file(path).text()
  const broken = text.slice(0, start) + replacement + text.slice(end)
  try {
    await Bun.write(path, broken)
    for (const command of [
      [bun, 'check', '--no-script', file],
      [join(root, 'node_modules/.bin/oxlint'), file],
    ]) {
      if (!(await run(command)).passed) return { as: 'types', text: 'does not pass the check' }
    }
    /** Those that failed beside others, as on a busy machine, and not alone. */
    const passing = new Set<string>()
    for (const [from, to] of testsMost) {
      for (;;) {
        const tests = nearestTests({ file, line }, to)
          .slice(from)
          .filter((test) => sound.get(test) !== false && !passing.has(test) && (from === 0 || !longTest.test(test)))
        const failed = tests.length > 0 ? await findFailing(tests) : undefined
        if (failed === undefined) break
        if ((await runTests([failed])).passed) {
          passing.add(failed)
          continue
        }
        await Bun.write(path, text)
        if (await isSound(failed)) return { as: 'caught', text: `caught by ${failed}` }
        await Bun.write(path, broken)
      }
    }
    return { as: 'survived', text: '**survived**' }
  } finally {
    await Bun.write(path, text)
  }
}

/** Whether the test passes without any change. */
async function isSound(test: string) {
  const passes = sound.get(test) ?? (await runTests([test])).passed
  if (!passes) console.log(`${test} fails without a change, and is left out`)
  sound.set(test, passes)
  return passes
}

async function findFailing(tests: readonly string[]): Promise<string | undefined> {
  const { passed, output } = await runTests(tests)
  if (passed) return undefined
  const [before = ''] = output.split('\n(fail) ')
  return [...before.matchAll(/^(\S+\.test\.tsx?):$/gm)].at(-1)?.[1] ?? tests[0]
}

function runTests(tests: readonly string[]) {
  return run([bun, 'test', '--timeout=30000', '--bail', '--no-isolate', ...tests.map((test) => `./${test}`)])
}

/**
 * Runs a command in the folder of the mutants, and ends what it started and left. One beyond the time limit has not passed. What the
 * test runner reports goes to a file, because processes that are left would keep a pipe open.
 */
async function run(command: string[]) {
  const output = Bun.file(`${folder}.log`)
  const environment = { ...process.env, NODE_ENV: 'production' }
  const child = Bun.spawn(command, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', output],
    timeout: limitMs,
    detached: true,
  })
  const passed = (await child.exited) === 0
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All have ended.
  }
  return { passed, output: await output.text() }
}
