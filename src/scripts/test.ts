import { installBrowser } from './install-browser'
import { installPackages, root, run, runToEnd } from './set-up'

/** `npm test`: installs what is missing, then the checks, the tests of the server, the tests in the browser. */
await installPackages()
await installBrowser()
const bun = process.execPath
const checked = (await runToEnd([bun, `${root}/src/scripts/check.ts`])) === 0
await run([bun, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })

const totals = { passed: 0, failed: 0 }
if (checked) totals.passed++
else totals.failed++
const files = [...new Bun.Glob('{src,web}/**/*.test.{ts,tsx}').scanSync({ cwd: root })].sort()
const isBrowserTest = (file: string) => /\.browser\.test\.tsx?$/.test(file)
await runTests('server', ['--parallel=2', ...files.filter((file) => !isBrowserTest(file)).map((file) => `./${file}`)])
await runTests(
  'browser',
  files.filter(isBrowserTest).map((file) => `./${file}`),
)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

/** Counts from the runner's own report, so that a crash of the runner is a failure and not an absence. */
async function runTests(name: string, args: string[]) {
  if (!args.some((arg) => arg.startsWith('./'))) return
  const report = `${root}/dist/test-${name}.xml`
  const environment = { NODE_ENV: 'production' }
  const code = await runToEnd(
    [bun, 'test', '--timeout=30000', '--reporter=junit', `--reporter-outfile=${report}`, ...args],
    {
      environment,
    },
  )
  const text = await Bun.file(report)
    .text()
    .catch(() => '')
  const count = (attribute: string) =>
    Number(text.match(new RegExp(`<testsuites[^>]*\\b${attribute}="(\\d+)"`))?.[1] ?? 0)
  const failed = count('failures') + count('errors')
  totals.passed += count('tests') - failed - count('skipped')
  totals.failed += failed > 0 || code === 0 ? failed : 1
}
