import * as v from 'valibot'
import { type CompanyContext, withActor } from '../../kernel/company/company-context'
import { MacroBody } from '../../macro/macro.contract'
import { macroRecords } from '../../macro/macro.record'
import { listQueues } from '../../queue/queue.queries'
import { listTags } from '../../tag/tag.queries'
import { findActor } from '../../user/actor.queries'
import { listUsers } from '../../user/user.queries'
import { staff } from './demo-company'

export function addMacros(company: CompanyContext) {
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
