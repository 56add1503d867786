import { channelNames, channelRules } from '../../channel/channel-rules.contract'
import type { TemplatePart } from '../../channel/channel'
import { templateTable } from '../../template/template.tables'
import { cloudAccountTable } from '../../channel/whatsapp-cloud/account/cloud-account.tables'
import { addConnection, setSession } from '../conversation/connections'
import { graphPhone, graphToken } from '../services/graph-server/start-graph-server'
import type { World } from '../world/world'

type Values = Partial<typeof templateTable.$inferInsert>

export const returnTemplate: readonly TemplatePart[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['77'] } },
  { type: 'BODY', text: 'Olá {{1}}, o pedido chega {{2}}.', example: { body_text: [['Maria', 'amanhã']] } },
  { type: 'FOOTER', text: 'Casa Aurora' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Obrigado' },
      { type: 'URL', text: 'Acompanhar', url: 'https://loja.example/p/{{1}}', example: ['https://loja.example/p/77'] },
    ],
  },
]

/** Adds a template as a sync would have stored it. */
export function addTemplate(world: World, values: Values = {}, companyId = 1) {
  const { db, now } = world.ctx(companyId)
  const count = db.select().from(templateTable).all().length
  return db
    .insert(templateTable)
    .values({
      connectionId: 1,
      providerId: String(1000 + count),
      name: 'retorno',
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      components: [...returnTemplate],
      seenAt: now,
      createdAt: now,
      updatedAt: now,
      ...values,
    })
    .returning()
    .get()
}

export function addTemplateConnection(world: World, name = 'Oficial'): number {
  const channel = channelNames.find((one) => channelRules[one].templates)
  addConnection(world, { name, channel, status: 'CONNECTED', number: '5511900000001' })
  const row = world
    .ctx(1)
    .company.sqlite.query<{ id: number }, [string]>('SELECT id FROM connection WHERE name = ?')
    .get(name)
  return row?.id ?? 0
}

export function addGraphAccount(world: World, connectionId: number) {
  const ctx = world.ctx(1)
  ctx.db
    .insert(cloudAccountTable)
    .values({
      connectionId,
      phoneNumberId: graphPhone.id,
      businessAccountId: graphPhone.businessAccountId,
      token: ctx.company.services.sealer.seal(graphToken),
      webhookKey: 'k'.repeat(30),
      verifyToken: 'v'.repeat(30),
      updatedAt: ctx.now,
    })
    .run()
  setSession(world, connectionId, { status: 'CONNECTED' })
}
