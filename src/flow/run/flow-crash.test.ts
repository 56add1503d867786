import { afterEach, expect, test } from 'bun:test'
import { createTalk } from '../../testing/bot/bots'
import { listMessageRows } from '../../testing/conversation/conversation'
import { cleanUpCrash, createCrashCompany, onCleanUp } from '../../testing/process/crash-company'
import { crashRounds } from '../../testing/process/crash-rounds'
import { addFlow, block, type DrawnNode, drawFlow, menu, text } from '../../testing/bot/flows'
import type { Phone } from '../../testing/services/whatsapp-server/account/phone.types'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { flowRunTable } from './flow-run.tables'
import { createFlowCampaign } from '../phrase/phrase.commands'

afterEach(cleanUpCrash)

const drawing = drawFlow([
  text('um'),
  block(['message', 'dois'], ['interval', 1], ['message', 'três']),
  ['interval', { sec: 1 }],
  block(['message', 'Seu nome?'], ['input', 'nome_dele']),
  text('Olá {{nome_dele}}'),
])
const rounds = crashRounds(2)
const perRound = 4
const timeLimitMs = 120_000 + rounds * 20_000
const said = ['um', 'dois', 'três', 'Seu nome?', 'Olá Eu']

/** Within a block, and while the flow waits for an answer; then alternates between a random moment and text. */
const chosen = ['dois', 'Seu nome?']

async function killMoment(round: number, phones: readonly Phone[]) {
  if (round >= chosen.length && round % 2 === 0) return Bun.sleep(Math.random() * 1_200)
  const text = chosen[round] ?? said[Math.floor(Math.random() * 4)]
  await Promise.race(phones.map((phone) => phone.received(({ text: body }) => body === text, timeLimitMs)))
}

test(
  'killed at any moment, a flow sends each contact each text once and in order',
  async () => {
    const { server, account, rows, start } = await createCrashCompany({
      prepare(world) {
        const flowId = addFlow(world.ctx(1), 'Cadastro', drawing)
        createFlowCampaign(world.ctx(1), { name: 'Oi', flowId, whatsappId: null, phrase: 'oi', status: true })
      },
    })
    const phones = Array.from({ length: rounds * perRound }, (_, index) =>
      server.phone(String(5511977770010 + index), { name: 'Eu' }),
    )
    const answering = phones.map(async (phone) => {
      await phone.received(({ text: body }) => body === 'Seu nome?', timeLimitMs)
      await phone.say(account, 'Eu')
    })
    for (let round = 0; round < rounds; round++) {
      const product = await start({ echo: false })
      const speaking = phones.slice(round * perRound, (round + 1) * perRound)
      for (const phone of speaking) void phone.say(account, 'oi')
      await killMoment(round, speaking)
      await product.kill()
      await account.whenDisconnected(20_000)
    }
    await start({ echo: false })
    await Promise.all(answering)
    const textsOf = (inbox: readonly { id: string; text?: string }[]) => [
      ...new Map(inbox.map(({ id, text: body = '' }) => [id, body])).values(),
    ]
    const complete = () => phones.filter(({ inbox }) => textsOf(inbox).length >= said.length).length
    await until(
      () => complete() === phones.length,
      () => `${complete()} of ${phones.length} contacts`,
      60_000,
      50,
    )
    expect(phones.map(({ inbox }) => textsOf(inbox))).toEqual(phones.map(() => said))
    expect(rows('SELECT id FROM flow_run')).toEqual([])
  },
  2 * timeLimitMs,
)

test('a failure at any effect undoes the whole step, and a retry loses and repeats nothing', async () => {
  const nodes: DrawnNode[] = [text('um'), ['ticket', { id: 2 }], text('dois'), menu('Qual?', 'A')]
  const talk = await createTalk()
  onCleanUp(() => talk.stop())
  const flowId = addFlow(talk.ctx(1), 'Passos', drawFlow(nodes))
  createFlowCampaign(talk.ctx(1), { name: 'Oi', flowId, whatsappId: null, phrase: 'oi', status: true })
  const { sqlite } = talk.ctx(1).company
  const writes = [
    ...["INSERT ON message WHEN new.body = 'um'", 'UPDATE OF queue_id ON ticket', 'INSERT ON flow_run'],
    ...[
      "INSERT ON message WHEN new.body = 'dois'",
      "INSERT ON message WHEN new.body LIKE 'Qual?%'",
      'UPDATE ON flow_run',
    ],
  ]
  for (const [index, write] of writes.entries()) {
    const message = { phone: `55119777700${10 + index}`, id: `oi-${index}` }
    sqlite.run(`CREATE TEMP TRIGGER fail BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'disk'); END`)
    expect(() => talk.write('oi', message)).toThrow('disk')
    expect(talk.newTexts()).toEqual([])
    sqlite.run('DROP TRIGGER fail')
    for (const _ of [1, 2]) talk.write('oi', message)
    expect([write, talk.newTexts()]).toEqual([write, ['um', 'dois', 'Qual?\n\n[1] A']])
    expect(talk.ctx(1).db.select().from(flowRunTable).all()).toHaveLength(index + 1)
  }
  expect(listMessageRows(talk).filter(({ fromMe }) => !fromMe)).toHaveLength(writes.length)
})
