import { rmSync } from 'node:fs'
import * as v from 'valibot'
import { type CommandCall, CommandRefused } from '../../command/command'
import { askOwn } from '../../command/own-address'
import { type CopiedCompany, copyData } from './copy-data'

const startMsMax = 120_000
const Rows = v.object({ tickets: v.number(), messages: v.number(), contacts: v.number() })
/** Later versions may add to it. */
const Opened = v.object({ companies: v.array(v.object({ id: v.number(), rows: Rows, page: v.number() })) })

interface RehearseOptions {
  file: string
  dataDir: string
  /** For the copies; emptied before and afterwards. */
  folder: string
  canary?: number
}

/** Lets the coming version migrate, open and show muted copies, and compares the rows. Returns the companies. @throws CommandRefused */
export async function rehearseUpgrade(options: RehearseOptions, { progress, signal }: CommandCall) {
  const { file, dataDir, folder, canary } = options
  try {
    const copied = (done: number, of: number) => progress({ what: 'Copying the data', done, of })
    const companies = copyData({ dataDir, folder, canary, copied })
    progress({ what: 'Starting the new version on the copies' })
    const process = startOn(file, folder)
    try {
      const address = await process.address()
      await mustAnswer(`${address}/ready`, signal)
      await mustAnswer(`${address}/login`, signal)
      progress({ what: 'Opening the copies in the new version', of: companies.length })
      compare(companies, await openAll({ file, folder, address }, companies))
      return companies
    } finally {
      await process.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without the variables of this process, so that nothing outside is reached. */
const environmentOn = (folder: string) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
})

function startOn(file: string, folder: string) {
  const child = Bun.spawn([file, 'start'], {
    env: environmentOn(folder),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = new Response(child.stderr).text()
  return {
    async address() {
      const late = setTimeout(() => child.kill('SIGKILL'), startMsMax)
      let text = ''
      try {
        for await (const part of child.stdout) {
          text += new TextDecoder().decode(part)
          const port = /answers at \S+:(\d+)\r?\n/.exec(text)?.[1]
          if (port) return `http://127.0.0.1:${port}`
        }
      } finally {
        clearTimeout(late)
      }
      throw new CommandRefused(`The new version does not start on a copy of the data: ${reasonIn(await errors)}`)
    },
    async stop() {
      child.kill('SIGTERM')
      const hung = setTimeout(() => child.kill('SIGKILL'), startMsMax)
      await child.exited
      clearTimeout(hung)
    },
  }
}

async function mustAnswer(url: string, signal: AbortSignal) {
  const answer = await askOwn(url, { signal, accept: 'text/html', timeoutMs: startMsMax }).catch(String)
  if (typeof answer === 'string' || answer.status !== 200) {
    const said = typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`.slice(0, 300)
    throw new CommandRefused(
      `The new version does not serve a copy of the data: ${new URL(url).pathname} answered ${said}`,
    )
  }
  await answer.arrayBuffer()
}

interface Started {
  file: string
  folder: string
  address: string
}

async function openAll({ file, folder, address }: Started, companies: readonly CopiedCompany[]) {
  const ids = companies.map(({ id }) => id).join(',')
  const command = [file, 'rehearse', '--companies', ids, '--address', address, '--json']
  const child = Bun.spawn(command, { env: environmentOn(folder), cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if (code !== 0) throw new CommandRefused(`The new version cannot open a copy of the data: ${reasonIn(errors)}`)
  return v.parse(Opened, JSON.parse(output)).companies
}

function compare(before: readonly CopiedCompany[], after: v.InferOutput<typeof Opened>['companies']) {
  for (const { id, name, rows } of before) {
    const opened = after.find((one) => one.id === id)
    const named = `company ${id} (${name})`
    if (!opened) throw new CommandRefused(`The new version did not open ${named}.`)
    if (opened.page >= 400) throw new CommandRefused(`The inbox of ${named} answers ${opened.page} in the new version.`)
    for (const kind of ['tickets', 'messages', 'contacts'] as const) {
      if (rows[kind] === opened.rows[kind]) continue
      throw new CommandRefused(`Of ${rows[kind]} ${kind} of ${named} the new version has ${opened.rows[kind]}.`)
    }
  }
}

function reasonIn(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return lines.find((line) => /^\w*Error: /.test(line)) ?? lines.at(-1) ?? ''
}
