import { createConnection } from '../../connection/save/save-connection'
import { ConnectionBody } from '../../connection/connection.contract'
import { type CompanyContext, withActor, freshContext } from '../../kernel/company/company-context'
import { firstBoot } from '../../platform/company/first-boot'
import type { Platform } from '../../platform/platform'
import { updateCompany } from '../../platform/company/company.commands'
import { firstCompanyId } from '../../platform/company/company.queries'
import { createQueue } from '../../queue/queue.commands'
import { QueueBody } from '../../queue/queue.contract'
import { saveSetting } from '../../setting/save-setting'
import { createTag } from '../../tag/save-tag'
import { TagBody } from '../../tag/tag.contract'
import { createUser } from '../../user/create-user'
import { UserBody } from '../../user/user.contract'
import { setUserPicture } from '../../user/user-picture'
import { userTable } from '../../user/user.tables'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import {
  demoCompany,
  demoConnection,
  demoLanes,
  demoPassword,
  demoQueues,
  demoSettings,
  demoTags,
  queueNames,
  staff,
  superUser,
  supportPhone,
} from './demo-company'
import { addHelpVideos, addQuickMessages } from './demo-chatbot'
import { asAdmin } from './as-admin'
import { addDemoFlow } from './demo-flow'
import { paintPortrait } from '../story/scenes'
import { MacroBody } from '../../macro/macro.contract'
import { RuleBody } from '../../rule/rule.contract'
import { createPreviewToken } from '../../rule/preview/preview-token'
import { ruleRecords } from '../../rule/rule.record'
import { macroRecords } from '../../macro/macro.record'
import { listQueues } from '../../queue/queue.queries'
import { listTags } from '../../tag/tag.queries'
import { findActor } from '../../user/actor.queries'
import { listUsers } from '../../user/user.queries'

export async function setUpCompany(platform: Platform) {
  await firstBoot(platform)
  const userId = 1
  await updateCompany(platform, { companyId: firstCompanyId, userId }, firstCompanyId, {
    name: demoCompany,
    phone: supportPhone,
  })
  const context = freshContext(platform.files, firstCompanyId)
  context().db.update(userTable).set({ name: superUser.name }).where(eq(userTable.id, userId)).run()
  for (const [index, queue] of demoQueues.entries()) {
    createQueue(context(), v.parse(QueueBody, { ...queue, orderQueue: index + 1 }))
  }
  await createConnection(
    platform,
    context(),
    v.parse(ConnectionBody, { ...demoConnection, allowGroup: true, queueIds: queueNames.map((_, index) => index + 1) }),
  )
  for (const member of staff) await addMember(platform, member)
  for (const [key, value] of demoSettings) saveSetting(context(), key, value)
  for (const tag of demoTags) createTag(context(), v.parse(TagBody, tag))
  for (const lane of demoLanes) createTag(context(), v.parse(TagBody, { ...lane, kanban: 1 }))
  await addQuickMessages(context())
  addMacros(context())
  addRules(context())
  addHelpVideos(platform)
  addDemoFlow(asAdmin(context()))
}

async function addMember(platform: Platform, member: (typeof staff)[number]) {
  const { name, email, profile, queues, allTicket, showDashboard, portrait } = member
  const context = freshContext(platform.files, firstCompanyId)
  const body = v.parse(UserBody, {
    name,
    email,
    profile,
    password: demoPassword,
    allowGroup: true,
    showDashboard: showDashboard ? 'enabled' : 'disabled',
    queueIds: queues.map((queue) => queueNames.indexOf(queue) + 1),
    allTicket: allTicket ? 'enable' : 'disable',
    farewellMessage: '',
  })
  const id = await createUser(platform, context(), body)
  context().db.update(userTable).set({ mustChangePassword: false }).where(eq(userTable.id, id)).run()
  const file = new File([await paintPortrait(portrait)], 'perfil.jpg', { type: 'image/jpeg' })
  await setUserPicture(context(), id, file)
}

function addMacros(company: CompanyContext) {
  const author = listUsers(company).find(({ name }) => name === staff[0]?.name)?.id ?? 1
  const ctx = withActor(company, findActor(company, author) ?? company.actor)
  const tagId = listTags(ctx, { kanban: false }).find(({ name }) => name === 'Troca')?.id
  const queueId = listQueues(ctx).find(({ name }) => name === 'Pós-venda')?.id
  const macros = [
    {
      name: 'Pagamento confirmado',
      steps: [
        { kind: 'reply', text: '{{firstName}}, recebemos o seu pagamento. Muito obrigado! 💚' },
        { kind: 'note', text: 'Pix conferido no extrato.' },
        { kind: 'resolve' },
      ],
    },
    {
      name: 'Encaminhar troca',
      steps: [
        { kind: 'reply', text: 'Vou passar o seu pedido de troca para o pós-venda. Eles já respondem por aqui.' },
        ...(tagId === undefined ? [] : [{ kind: 'addTags', tagIds: [tagId] }]),
        ...(queueId === undefined ? [] : [{ kind: 'transfer', queueId }]),
      ],
    },
  ]
  for (const macro of macros) macroRecords.createFrom(ctx, v.parse(MacroBody, { ...macro, shared: true }))
}

/** The example rules are off, so that the demo changes nothing by itself. */
function addRules(ctx: CompanyContext) {
  const rules = [
    {
      name: 'Sem resposta há meia hora',
      trigger: { kind: 'silence', silent: 'us', minutes: 30 },
      conditions: [{ field: 'hours', operator: 'is' }],
      steps: [
        { kind: 'priority', priority: 'high' },
        { kind: 'note', text: 'O cliente espera uma resposta há meia hora.' },
      ],
    },
    {
      name: 'Quer saber o preço',
      trigger: { kind: 'words', words: 'preço\nquanto custa\nvalor' },
      conditions: [{ field: 'status', operator: 'is', values: ['pending'] }],
      steps: [{ kind: 'reply', text: '{{firstName}}, já vamos te passar os preços!' }],
    },
  ]
  for (const rule of rules.map((given) => v.parse(RuleBody, given))) {
    ruleRecords.createFrom(ctx, { ...rule, preview: createPreviewToken(ctx, rule) })
  }
}
