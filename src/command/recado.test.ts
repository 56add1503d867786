import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MainProcess, signIn, startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'

const environment = { SUPER_EMAIL: 'host@example.test', SUPER_PASSWORD: 'a-long-secret' }

let dataDir: string
let main: MainProcess
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-command-'))
  main = startMain(dataDir, environment)
  await main.address()
})
afterAll(async () => {
  await main.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const recado = (...args: string[]) => runCommand(dataDir, args)

async function choosePassword(link: string, password: string) {
  const token = link.split('/invite/')[1]?.split('?')[0]
  return fetch(`${await main.address()}/auth/password-link/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  })
}

test('whoever is locked out gets a link at the terminal, from the running process', async () => {
  const { code, output } = await recado('user', 'reset-password', 'Host@Example.test', '--json')
  expect(code).toBe(0)
  const { link, companyId } = JSON.parse(output)
  expect(companyId).toBe(1)
  expect((await choosePassword(link, 'another-secret')).ok).toBe(true)
  expect((await signIn(await main.address(), 'host@example.test', 'another-secret')).status).toBe(200)
  expect((await signIn(await main.address(), 'host@example.test', 'a-long-secret')).status).toBe(401)
  expect((await choosePassword(link, 'a-third-secret')).ok).toBe(false)
}, 60_000)

test('a super user is made, or somebody of the first company into one', async () => {
  const made = await recado('super', 'create', 'second@example.test', '--name', 'Segunda')
  expect(made.output).toContain('Segunda (company 1) chooses a password here, once, until ')
  const link = made.output.trim().split('\n').at(-1) ?? ''
  expect((await choosePassword(link, 'second-secret')).ok).toBe(true)
  const signedIn = await signIn(await main.address(), 'second@example.test', 'second-secret')
  expect(await signedIn.json()).toMatchObject({ user: { super: true, profile: 'admin', companyId: 1 } })
  expect((await recado('super', 'create', 'second@example.test')).code).toBe(0)
}, 60_000)

test('the same works while Recado is stopped, and a killed process leaves no obstacle', async () => {
  main.kill('SIGKILL')
  await main.exited
  expect(statSync(join(dataDir, 'control.sock')).isSocket()).toBe(true)
  const { code, output, errors } = await recado('user', 'reset-password', 'host@example.test')
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain('http://localhost:3000/invite/')
  main = startMain(dataDir, environment)
  await main.address()
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
  expect((await recado('user', 'reset-password', 'host@example.test')).code).toBe(0)
}, 60_000)

test('what is wrong is said in a sentence, and nothing is done', async () => {
  const said = async (...args: string[]) => {
    const { code, output, errors } = await recado(...args)
    return [code, output, errors.split('\n')[0]]
  }
  expect(await said('dance')).toEqual([1, '', 'There is no command "dance".'])
  expect(await said('user', 'reset-password')).toEqual([1, '', 'EMAIL is missing.'])
  expect(await said('user', 'reset-password', 'nobody')).toEqual([1, '', 'EMAIL: this is not an e-mail address.'])
  expect(await said('user', 'reset-password', 'a@b.test', 'c')).toEqual([1, '', '"c" is too much.'])
  expect(await said('user', 'reset-password', 'a@b.test', '--fast')).toEqual([1, '', "Unknown option '--fast'."])
  expect(await said('user', 'reset-password', 'nobody@example.test')).toEqual([
    1,
    '',
    'Nobody on this host has this e-mail address.',
  ])
  expect(await said('connection', 'import', '1', '1', '/tmp')).toEqual([
    1,
    '',
    expect.stringContaining('is in use by another Recado'),
  ])
}, 60_000)

test('help lists the commands and explains one', async () => {
  const all = await recado('help')
  expect([all.code, all.output]).toEqual([0, expect.stringMatching(/^ {2}user reset-password +\S/m)])
  const one = await recado('super', 'create', '--help')
  expect(one.output).toContain('Example: recado super create host@example.com')
  expect((await recado('--version')).output).toMatch(/^\d+\.\d+\.\d+\n$/)
}, 60_000)

test('what is no request is refused, and the socket goes on answering', async () => {
  const answers = await Promise.all(['{}', 'no json', '{"command":"start","options":{}}'].map(ask))
  for (const answer of answers) expect(answer).toContain('does not know this command')
  expect(await ask('{"command":"user reset-password","options":{"email":7}}')).toContain('does not take these options')
}, 60_000)

test('a control socket that is a file is replaced at the start', async () => {
  await main.stop()
  writeFileSync(join(dataDir, 'control.sock'), 'a file')
  main = startMain(dataDir, environment)
  await main.address()
  expect((await recado('user', 'reset-password', 'host@example.test')).code).toBe(0)
}, 60_000)

function ask(line: string) {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(join(dataDir, 'control.sock'))
    let text = ''
    socket.on('data', (bytes) => (text += bytes)).once('error', reject)
    socket.once('close', () => resolve(text))
    socket.write(`${line}\n`)
  })
}
