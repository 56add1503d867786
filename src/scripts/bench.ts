import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { openBenchCompany } from '../testing/bench/bench-company'
import { startBenchTarget } from '../testing/bench/bench-target'
import { backupRows } from '../testing/bench/rows/backup-rows'
import { boardRows } from '../testing/bench/rows/board-rows'
import { botRows } from '../testing/bench/rows/bot-rows'
import { campaignRows } from '../testing/bench/rows/campaign-rows'
import { capacityRows } from '../testing/bench/capacity/capacity-rows'
import { chatbotRows } from '../testing/bench/rows/chatbot-rows'
import { cloudRows } from '../testing/bench/rows/cloud-rows'
import { contactRows } from '../testing/bench/rows/contact-rows'
import { canvasRows } from '../testing/bench/rows/flow-canvas-rows'
import { externalApiRows } from '../testing/bench/rows/external-api-rows'
import { flowRows } from '../testing/bench/rows/flow-rows'
import { httpRows, ticketRows } from '../testing/bench/rows/http-rows'
import { importRows } from '../testing/bench/rows/import-rows'
import { inboundRows } from '../testing/bench/rows/inbound-rows'
import { listRows } from '../testing/bench/rows/list-rows'
import { liveRows } from '../testing/bench/rows/live-rows'
import { outboundRows } from '../testing/bench/rows/outbound-rows'
import { processRows } from '../testing/bench/rows/process-rows'
import { pushRows } from '../testing/bench/rows/push-rows'
import type { BenchTarget, Row } from '../testing/bench/rows'
import { screenRows } from '../testing/bench/rows/screen-rows'
import { sizeRows } from '../testing/bench/rows/size-rows'
import { webhookRows } from '../testing/bench/rows/webhook-rows'
import { installPackages, root } from './set-up'

/**
 * `bun run bench` prints figures beside their goals and a floor measured in the same run. A group's name (http,
 * tickets, contacts, live, inbound, chatbot, imports, campaigns, outbound, cloud, webhooks, push, bots, flows, api, sizes, process, canvas,
 * list, screen, capacity, backup) measures only that group.
 * `cloud page` measures a page of Facebook in place of a number. `capacity 0.1 60` runs a tenth of the load for a minute,
 * `capacity 0.1 60 profile` with a profile by module.
 */
await installPackages()
const dataDir = join(root, 'dist', 'bench-data')
const scratch = join(root, 'dist', 'bench-scratch')
const only = process.argv[2]
/** Groups that are measured alone, because other groups would disturb them. */
const ownData = [
  'campaigns',
  'canvas',
  'list',
  'capacity',
  'outbound',
  'cloud',
  'webhooks',
  'push',
  'bots',
  'flows',
  'api',
]
const numberAt = (index: number) => (process.argv[index] ? Number(process.argv[index]) : undefined)
const profile = process.argv[5] === 'profile' ? join(root, 'dist', 'capacity.cpuprofile') : undefined
if (!only || !ownData.includes(only)) await shutdown(await openBenchCompany(dataDir))

const groups: [string, () => AsyncGenerator<Row>][] = [
  ['http', () => withTarget(dataDir, httpRows)],
  ['tickets', () => onScratch(ticketRows)],
  ['board', () => onScratch(boardRows)],
  ['contacts', () => onScratch(contactRows)],
  ['live', () => onScratch(liveRows)],
  ['inbound', () => inboundRows(scratchCopy())],
  ['chatbot', () => chatbotRows()],
  ['backup', () => backupRows(scratchCopy())],
  ['imports', () => importRows(scratchCopy())],
  ['campaigns', () => campaignRows()],
  ['outbound', () => outboundRows()],
  ['cloud', () => cloudRows(process.argv[3])],
  ['webhooks', () => webhookRows()],
  ['push', () => pushRows()],
  ['bots', () => botRows()],
  ['flows', () => flowRows()],
  ['api', () => externalApiRows()],
  ['sizes', () => sizeRows(dataDir)],
  ['process', () => processRows(dataDir)],
  ['canvas', () => canvasRows()],
  ['list', () => listRows(numberAt(3))],
  ['screen', () => withTarget(dataDir, screenRows)],
  ['capacity', () => capacityRows(join(root, 'dist', 'bench-capacity'), numberAt(3), numberAt(4), profile)],
]
for (const [name, measure] of groups) {
  if (only && only !== name) continue
  for await (const { what, result, goal } of measure()) console.log(`| ${what} | ${goal} | ${result} |`)
}
process.exit(0)

async function* withTarget(folder: string, measure: (target: BenchTarget) => AsyncGenerator<Row>) {
  const target = await startBenchTarget(folder)
  try {
    yield* measure(target)
  } finally {
    await target.stop()
  }
}

/** Rows that change data use a copy, so that the next run measures the same. */
async function* onScratch(measure: (target: BenchTarget) => AsyncGenerator<Row>) {
  yield* withTarget(scratchCopy(), measure)
}

function scratchCopy() {
  rmSync(scratch, { recursive: true, force: true })
  cpSync(dataDir, scratch, { recursive: true })
  return scratch
}
