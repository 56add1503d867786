import { utils, write } from 'xlsx'
import { bearer } from './http-rows'
import { percentiles } from '../load'
import type { BenchTarget, Row } from '../rows'

const rowCount = 100_000
const pauseMs = 20
const quietMs = 5000
const adminIndex = 0

export async function* contactRows(target: BenchTarget): AsyncGenerator<Row> {
  const calls = callsOf(target)
  await target.startJobs()
  const quiet = await calls.measured(() => Bun.sleep(quietMs))
  yield { what: 'floor: the others’ calls with nothing else going on', goal: '', result: quiet.text }
  const file = workbook()
  const uploaded = await calls.measured(() => calls.upload(file))
  yield {
    what: 'spreadsheet of 100,000 rows uploaded, read and shown',
    goal: '< 15 s with the import, others’ p99 < 50 ms',
    result: uploaded.text,
  }
  const { uploadId } = uploaded.answer
  const imported = await calls.measured(() => calls.importAll(uploadId))
  yield {
    what: 'its 100,000 contacts imported',
    goal: '< 15 s with the upload, others’ p99 < 50 ms',
    result: imported.text,
  }
  for (const format of ['xlsx', 'csv']) {
    const exported = await calls.measured(() => calls.exportAll(format))
    yield {
      what: `export of ${exported.answer} contacts as ${format}`,
      goal: '< 15 s, < 150 MB above base, others’ p99 < 50 ms',
      result: exported.text,
    }
  }
}

function workbook() {
  const rows: (string | number)[][] = [['Nome', 'Número', 'E-mail', 'Cidade']]
  for (let i = 0; i < rowCount; i++) {
    rows.push([`Contato importado ${i}`, 5_521_900_000_000 + i, `contato${i}@exemplo.test`, `Cidade ${i % 500}`])
  }
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Contatos')
  return new Blob([write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer])
}

function callsOf(target: BenchTarget) {
  const { authorization } = bearer(target, adminIndex)
  const json = bearer(target, adminIndex)
  const get = async (path: string) => (await fetch(target.url + path, { headers: json })).json()

  return {
    async upload(file: Blob): Promise<{ uploadId: number }> {
      const body = new FormData()
      body.set('file', file, 'contatos.xlsx')
      return (await fetch(`${target.url}/contacts/upload`, { method: 'POST', headers: { authorization }, body })).json()
    },
    async importAll(id: number) {
      const body = JSON.stringify({ mapping: { name: 0, number: 1, email: 2 } })
      await fetch(`${target.url}/contacts/upload/${id}/import`, { method: 'POST', headers: json, body })
      for (;;) {
        const { state, created } = await get(`/contacts/imports/${id}`)
        if (state === 'done') return Number(created)
        if (state !== 'running') throw new Error(`The import is ${state}`)
        await Bun.sleep(100)
      }
    },
    async exportAll(format: string) {
      const answer = await fetch(`${target.url}/contacts/export?format=${format}`, { headers: json })
      if (!answer.ok || !answer.body) throw new Error(`The export was answered ${answer.status}`)
      for await (const _ of answer.body) {
        // Read as it arrives, like a browser.
      }
      return (await get('/contacts?pageSize=1')).count as number
    },
    measured: <Answer>(work: () => Promise<Answer>) => measured(target, work),
  }
}

async function measured<Answer>(target: BenchTarget, work: () => Promise<Answer>) {
  const base = await target.memory()
  const times: number[] = []
  let [most, isDone] = [base, false]
  const watch = async () => {
    while (!isDone) {
      most = Math.max(most, await target.memory())
      await Bun.sleep(100)
    }
  }
  const read = async (index: number) => {
    const paths = ['/tickets?status=open&pageNumber=1', '/contacts?pageNumber=1', '/queue', '/tickets?status=pending']
    while (!isDone) {
      const at = performance.now()
      await (
        await fetch(target.url + paths[index % paths.length], { headers: bearer(target, index + 1) })
      ).arrayBuffer()
      times.push(performance.now() - at)
      await Bun.sleep(pauseMs)
    }
  }
  const others = [watch(), ...[0, 1, 2, 3].map(read)]
  const started = performance.now()
  const answer = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  isDone = true
  await Promise.all(others)
  const megabytes = Math.round((most - base) / 1024 / 1024)
  return { answer, text: `${seconds} s, others’ p99 ${percentiles(times).p99Ms} ms, + ${megabytes} MB` }
}
