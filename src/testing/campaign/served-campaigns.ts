import { saveCampaignSettings } from '../../campaign/edit/campaign-settings'
import { findCampaign } from '../../campaign/campaign.queries'
import { addListItem } from '../../contact-list/add-list-item'
import { contactListRecords } from '../../contact-list/contact-list.record'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { addSuppression } from '../../suppression/suppression.record'
import { setSession } from '../conversation/connections'
import { createFakeChannel } from '../conversation/fake-channel'
import type { ServedWorld } from '../world/served-world'

/** Adds a list of two people and one who opted out, and lets campaigns send at any time. */
export function addList(world: ServedWorld) {
  const ctx = world.ctxAs(world.ana)
  const { id } = contactListRecords.createFrom(ctx, { name: 'Clientes do bairro' })
  for (const [index, name] of ['Rosa Lima', 'Bento Reis'].entries()) {
    const extra = { Cidade: 'Santos', ...(index === 0 && { Título: 'Dra.' }) }
    addListItem(ctx, id, { name, number: `551198888000${index + 3}`, email: '', extra })
  }
  ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1')
  addListItem(ctx, id, { name: 'Já saiu', number: '5511988880009', email: '', extra: {} })
  addSuppression(ctx, { name: 'Já saiu', number: '5511988880009' })
  saveCampaignSettings(ctx, { messageInterval: 0, startHour: '00:00', endHour: '00:00', sabado: true, domingo: true })
  setSession(world, 1, { status: 'CONNECTED' })
}

async function sendDue(world: ServedWorld) {
  await world.runJobs(1)
  await sendOutbox(() => world.ctx(1), 1, createFakeChannel().channel)
}

export async function finish(world: ServedWorld, id: number) {
  for (let status = ''; status !== 'FINALIZADA'; await Bun.sleep(50)) {
    await sendDue(world)
    status = findCampaign(world.ctx(1), id)?.status ?? ''
  }
}
