import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { parseArgs } from 'node:util'
import { shiftedEnvironment, shiftTo } from '../testing/clock/shift-clock'
import { singleFile } from '../testing/process/single-file'
import { installBrowser } from './install-browser'
import { installPackages, root, run, runToEnd } from './set-up'
import { natsServerPath } from '../testing/cluster/nats-servers'
import { installDebianPackage } from './install-debian-package'

/** The WhatsApp server that other tests run against. Its own tests concern nothing else but the packages it uses. */
const folder = 'src/testing/services/whatsapp-server/'
const passedFile = Bun.file(`${root}/dist/whatsapp-server-passed`)

const memoryMin = 8 * 1024 ** 3

const isSimulatorTest = (file: string) => file.startsWith(folder)

/** Returns whether the server or a package has changed since its tests last passed in this checkout. */
async function hasSimulatorChanged() {
  return (await passedFile.text().catch(() => '')) !== (await hash())
}

async function rememberSimulator() {
  await passedFile.write(await hash())
}

async function hash() {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const file of [...new Bun.Glob(`${folder}**/*`).scanSync({ cwd: root })].sort().concat('bun.lock')) {
    hasher.update(`${file}\n`).update(await Bun.file(`${root}/${file}`).bytes())
  }
  return hasher.digest('hex')
}

/**
 * `npm test`: checks, server tests, browser tests, and time-dependent tests at unusual times.
 * `--clock=2028-02-29T23:30:00-03:00` runs all tests with that start time, in every process and page; further arguments
 * select files by part of their path. The tests of the WhatsApp server that other tests use run when it has changed.
 */
const { values: options, positionals: words } = parseArgs({
  args: process.argv.slice(2),
  options: { clock: { type: 'string' } },
  allowPositionals: true,
})
await installPackages()
const bun = process.execPath
// Debian's packages wait for the network and the disk, and neither the checks nor the build use them.
const installing = installBrowser().then(installNats)
const checking = runToEnd([bun, `${root}/src/scripts/check.ts`])
await run([bun, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })
/** Tests start hundreds of processes of the product: the single file starts in half the time that the sources take. */
const productFile: Record<string, string> = words.length > 0 || options.clock ? {} : { RECADO_FILE: singleFile() }
const checked = (await checking) === 0
await installing

/** Shortly before midnight, around clock changes, and on rare days. The machine's own time zone must not matter. */
const oddClocks = [
  { clock: '2027-04-30T23:30:00-03:00', timeZone: 'Asia/Kolkata' },
  { clock: '2027-03-14T01:59:30-05:00', timeZone: 'America/New_York' },
  { clock: '2027-11-07T01:59:30-04:00', timeZone: 'America/New_York' },
  { clock: '2028-02-29T23:30:00-03:00', timeZone: 'America/Sao_Paulo' },
  { clock: '2026-12-31T23:59:30-03:00', timeZone: 'America/Sao_Paulo' },
]
const isBrowserTest = (file: string) => /\.browser\.test\.tsx?$/.test(file)
const timeMatters =
  'time-zone opening-hours fill-variables invoice sign-in/forget session/session. session/sign-in-hours sign-up list-tickets'
const dependsOnTime = (file: string) =>
  /^src\/(report|schedule)\//.test(file) || timeMatters.split(' ').some((word) => file.includes(`/${word}`))

const memory = memoryFolder()
if (memory) process.on('exit', () => rmSync(memory, { recursive: true, force: true }))
const totals = { passed: 0, failed: 0 }
/** Repeated at the end of the output, because a failure is hard to find in thousands of lines. */
const failures: string[] = []
if (checked) totals.passed++
else fail('npm run check')
const files = [...new Bun.Glob('{src,web}/**/*.test.{ts,tsx}').scanSync({ cwd: root })]
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
const serverFiles = files.filter((file) => !isBrowserTest(file) && !isSimulatorTest(file))
if (words.length > 0 || options.clock !== undefined || (await hasSimulatorChanged())) await runSimulatorTests()
else console.log('The WhatsApp server of the tests has not changed since its own tests passed; they are skipped')
// One process more than the smallest machine has cores, because these tests also wait. Browsers keep both cores busy.
await runTests('server', serverFiles, { clock: options.clock, processes: 3 })
await runTests('browser', files.filter(isBrowserTest), { clock: options.clock })
if (!options.clock) {
  const timed = serverFiles.filter(dependsOnTime)
  // One process each, beside each other: a second one would load the product again for a few seconds of tests.
  await Promise.all(oddClocks.map((odd) => runTests(`at-${odd.clock.slice(0, 10)}`, timed, { ...odd, processes: 1 })))
}
for (const name of failures) console.log(`failed: ${name}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

interface TestRun {
  /** Start time of the run for all processes; the real time by default. */
  clock: string | undefined
  /** The machine's; the test runner uses UTC. */
  timeZone?: string
  processes?: number
}

/**
 * Tests make thousands of folders with databases. In memory they take a tenth less processor time and never wait for the disk.
 * Undefined without enough memory, or where programs may not run from such a folder.
 */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const mounted = mounts.findLast((mount) => mount.split(' ')[1] === folder)
  if (!mounted?.includes(' tmpfs ') || mounted.includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(folder)
  if (Math.min(bavail * bsize, freemem()) < memoryMin) return undefined
  const own = mkdtempSync(`${folder}/recado-`)
  // As in `/tmp`, programs of other users reach what is theirs within it.
  chmodSync(own, 0o755)
  return own
}

async function runSimulatorTests() {
  const failedBefore = totals.failed
  await runTests('whatsapp-server', files.filter(isSimulatorTest), { clock: options.clock })
  if (words.length === 0 && totals.failed === failedBefore) await rememberSimulator()
}

function fail(name: string, count = 1) {
  totals.failed += count
  failures.push(name)
}

/**
 * Runs the files in processes that keep what they have loaded, the migrated template and the browser. Counts from the
 * runner's report, so that a crash of the runner is a failure.
 */
async function runTests(name: string, names: readonly string[], { clock, timeZone, processes = 2 }: TestRun) {
  if (names.length === 0) return
  if (clock !== undefined) console.log(`\nThe clock begins at ${clock}`)
  const report = `${root}/dist/test-${name}.xml`
  const environment = {
    NODE_ENV: 'production',
    ...(clock === undefined ? productFile : shiftedEnvironment(shiftTo(clock))),
    ...(timeZone === undefined ? {} : { TZ: timeZone }),
    ...(memory === undefined ? {} : { TMPDIR: memory }),
  }
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`]
  const code = await runToEnd(
    [
      bun,
      'test',
      '--timeout=120000',
      ...reporting,
      `--parallel=${processes}`,
      '--no-isolate',
      ...names.map((file) => `./${file}`),
    ],
    { environment },
  )
  const text = await Bun.file(report)
    .text()
    .catch(() => '')
  const count = (counted: string) => {
    return Number(text.match(new RegExp(`<testsuites[^>]*\\b${counted}="(\\d+)"`))?.[1] ?? 0)
  }
  const failed = count('failures') + count('errors')
  totals.passed += count('tests') - failed - count('skipped')
  const failedTests = [...text.matchAll(/<testcase ([^>]*[^/])>\s*<(?:failure|error) ([^>]*)>/g)]
  for (const [, test = '', failure = ''] of failedTests) {
    const reason = attribute(failure, 'message').slice(0, 400)
    fail(`${name}: ${attribute(test, 'file')}: ${attribute(test, 'name')}\n        ${reason}`)
  }
  const unnamed = failed > 0 || code === 0 ? failed - failedTests.length : 1
  if (unnamed > 0) fail(`${name}: ${unnamed} without a report; the test runner ended with ${code}`, unnamed)
}

function attribute(element: string, name: string) {
  const [, text = ''] = element.match(new RegExp(`\\b${name}="([^"]*)"`)) ?? []
  return text
    .replaceAll('&#10;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Installs the servers of NATS, without which the tests of several nodes are skipped. */
async function installNats() {
  if (natsServerPath || (await installDebianPackage('nats-server'))) return
  console.log('Without nats-server, the tests of several nodes are skipped')
}
