import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionQueueTable, connectionTable } from '../connection/connection.tables'
import { eq } from 'drizzle-orm'
import { createCloudWorld, type CloudWorld } from '../testing/whatsapp/cloud-world'
import { maria, text } from '../testing/whatsapp/cloud-talk'
import { setSetting } from '../testing/conversation/conversation'
import { until } from '../testing/whatsapp/whatsapp-world'

let world: CloudWorld
beforeEach(async () => {
  world = await createCloudWorld({ world: { now: new Date('2026-11-23T12:00:00Z') } })
  await world.connect()
  const greeting = { greetingMessage: 'Olá, {{firstName}}!' }
  world.ctx(1).db.update(connectionTable).set(greeting).where(eq(connectionTable.id, 2)).run()
  setSetting(world, 'chatBotType', 'button')
})
afterEach(() => world.stop())

/** The connection gets these queues. */
async function offer(...queues: (string | object)[]) {
  const ana = await world.as(world.ana)
  for (const [index, queue] of queues.entries()) {
    const fields = typeof queue === 'string' ? { name: queue } : queue
    const answer = await ana.post('/queue', { color: `#00${String(1000 + index)}`, orderQueue: index, ...fields })
    expect(answer.status).toBe(200)
    world.ctx(1).db.insert(connectionQueueTable).values({ connectionId: 2, queueId: answer.body.id }).run()
  }
}

const interactive = (at: number) => world.graph.accepted[at]?.body['interactive'] as Record<string, any>
const whenAccepted = (count: number) => until(() => world.graph.accepted.length >= count, `${count} messages`)
const ticket = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ queue: string | null }, []>(
      'SELECT (SELECT name FROM queue WHERE id = queue_id) AS queue FROM ticket ORDER BY id DESC',
    )
    .get()
const tap = (kind: 'button_reply' | 'list_reply', { id, title }: { id: string; title: string }) =>
  world.graph.says(maria, { type: 'interactive', interactive: { type: kind, [kind]: { id, title } } })

test('a menu of three queues arrives as buttons, and the tap chooses the queue', async () => {
  await offer('Loja', 'Apoio técnico', 'Financeiro')
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  expect(interactive(0)).toEqual({
    type: 'button',
    body: { text: 'Olá, Dona!\n\n*[ Sair ]* - Encerrar atendimento' },
    action: {
      buttons: ['Loja', 'Apoio técnico', 'Financeiro'].map((title) => ({
        type: 'reply',
        reply: { id: expect.stringMatching(/^queue-\d+$/), title },
      })),
    },
  })
  await tap('button_reply', interactive(0)['action'].buttons[1].reply)
  await until(() => ticket()?.queue === 'Apoio técnico', 'the queue')
  expect(world.messages().map(({ body }) => body)).toContain('Apoio técnico')
})

test('a menu of six queues arrives as a list; long names are cut in the title and whole below', async () => {
  const long = 'Assistência técnica e garantia de móveis'
  await offer('Loja', 'Ajuda', 'Financeiro', 'Entrega', 'Trocas', long)
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  const { type, action } = interactive(0)
  expect([type, action.button, action.sections[0].rows.length]).toEqual(['list', 'Ver opções', 6])
  expect(action.sections[0].rows[5]).toMatchObject({ title: 'Assistência técnica e g…', description: long })
  await tap('list_reply', action.sections[0].rows[5])
  await until(() => ticket()?.queue === long, 'the queue')
})

test('more than ten queues are a numbered text, as is every menu where text is chosen', async () => {
  await offer(...Array.from({ length: 11 }, (_, index) => `Fila ${index + 1}`))
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  expect(world.graph.accepted[0]?.body).toMatchObject({
    type: 'text',
    text: { body: expect.stringContaining('*[ 11 ]* - Fila 11') },
  })
  await world.graph.says(maria, text('11'))
  await until(() => ticket()?.queue === 'Fila 11', 'the queue')
})

test('names too long for buttons make a list', async () => {
  await offer('Loja', 'Atendimento ao consumidor')
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  expect(interactive(0)['type']).toBe('list')
})

test('typed numbers still choose; a tap on an earlier menu does not choose from the present one', async () => {
  await offer('Loja', 'Ajuda')
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  await tap('button_reply', { id: 'queue-999', title: 'Antiga' })
  await whenAccepted(2)
  expect(interactive(1)['body'].text).toStartWith('Opção inválida.')
  expect(ticket()?.queue).toBeNull()
  await world.graph.says(maria, text('2'))
  await until(() => ticket()?.queue === 'Ajuda', 'the queue')
})

test('the options of a queue arrive as buttons, too, and a tap continues', async () => {
  const option = (name: string, greetingMessage: string) => ({ name, greetingMessage })
  const chatbots = [option('Sofás', 'Temos dez sofás.'), option('Mesas', 'Temos mesas.')]
  await offer({ name: 'Loja', chatbots }, 'Ajuda')
  await world.graph.says(maria, text('Oi'))
  await whenAccepted(1)
  await tap('button_reply', interactive(0)['action'].buttons[0].reply)
  await whenAccepted(2)
  const { type, action } = interactive(1)
  expect([type, action.buttons.map(({ reply }: any) => reply.title)]).toEqual(['button', ['Sofás', 'Mesas']])
  await tap('button_reply', action.buttons[1].reply)
  await whenAccepted(3)
  expect(world.graph.accepted[2]?.body).toMatchObject({ text: { body: 'Temos mesas.' } })
})
