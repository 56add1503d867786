import { expect, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { at, createSchedules } from '../../testing/conversation/schedules'
import { getMessageTrace } from './message-trace.view'

const campaigns = useCampaigns()
const { world, ctx, plan, goTo, messages, outbox } = createSchedules()

test('a campaign’s message names its campaign, beside another one’s', async () => {
  const contactListId = await campaigns.addList(1)
  const first = await campaigns.start({ contactListId, name: 'Natal' })
  const second = await campaigns.start({ contactListId: await campaigns.addList(1, 5), name: 'Páscoa' })
  await campaigns.pass(60)
  const causes = [1, 2].map((id) =>
    getMessageTrace(campaigns.world.ctx(1), id).steps.map(({ kind, data }) => data.cause ?? kind),
  )
  expect(causes).toEqual([
    [{ kind: 'campaign', id: first.id, name: 'Natal' }, 'attempt'],
    [{ kind: 'campaign', id: second.id, name: 'Páscoa' }, 'attempt'],
  ])
})

test('a scheduled message names its schedule and who planned it', async () => {
  const id = plan()
  await goTo('2026-11-20T10:00')
  await outbox()
  const trace = getMessageTrace(ctx(), messages()[0]?.id ?? 0)
  expect(trace).toMatchObject({ createdAt: at('2026-11-20T10:00').toISOString(), user: { id: world().bruno.id } })
  expect(trace.steps.map(({ kind, data }) => data.cause ?? kind)).toEqual([{ kind: 'schedule', id }, 'attempt'])
})
