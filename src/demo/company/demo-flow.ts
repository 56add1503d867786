import * as v from 'valibot'
import { FlowCampaignBody } from '../../flow/phrase/phrase.contract'
import { createFlowCampaign } from '../../flow/phrase/phrase.commands'
import { createFlow } from '../../flow/flow.commands'
import { type FlowConnection, type FlowNode, optionHandle } from '../../flow/flow.contract'
import { saveFlow } from '../../flow/edit/save-flow'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listQueues } from '../../queue/queue.queries'
import { listTags } from '../../tag/tag.queries'

/** Each starts the flow. */
const demoPhrases = ['Quero promoção', 'Promoção de sofás']
const demoFlow = 'Promoção de sofás'

export function addDemoFlow(ctx: CompanyContext) {
  const { id } = createFlow(ctx, demoFlow)
  saveFlow(ctx, { idFlow: id, nodes: nodesOf(ctx), connections })
  const campaign = { name: 'Semana do sofá', flowId: id, phrase: demoPhrases.join('\n') }
  createFlowCampaign(ctx, v.parse(FlowCampaignBody, campaign))
}

function nodesOf(ctx: CompanyContext): FlowNode[] {
  const sales = listQueues(ctx).find(({ name }) => name === 'Vendas')
  const offer = listTags(ctx, { kanban: false }).find(({ name }) => name === 'Orçamento')
  return [
    node('start', 'start', [0, 160], {}),
    node('offer', 'singleBlock', [240, 160], offerBlock),
    node('isLocal', 'condition', [580, 160], { key: 'cidade', condition: 1, value: 'Campinas' }),
    node('local', 'message', [880, 20], { label: 'Em {{cidade}} a entrega e a montagem são grátis. 🚚' }),
    node('far', 'message', [880, 300], { label: 'Para {{cidade}} o frete sai por nossa conta acima de R$ 2.000.' }),
    node('choice', 'menu', [1180, 160], {
      message: 'Como prefere continuar?',
      arrayOption: [
        { number: 1, value: 'Ver os modelos' },
        { number: 2, value: 'Falar com vendas' },
      ],
    }),
    node('models', 'singleBlock', [1500, 0], modelsBlock),
    node('tag', 'tag', [1500, 320], { id: offer?.id, name: offer?.name, color: offer?.color }),
    node('sales', 'ticket', [1820, 160], { id: sales?.id, name: sales?.name, color: sales?.color }),
  ]
}

const node = (id: string, type: string, [x, y]: [number, number], data: FlowNode['data']): FlowNode => {
  return { id, type, position: { x, y }, data }
}

const offerBlock = {
  seq: ['message1', 'message2', 'input1'],
  elements: [
    {
      number: 'message1',
      type: 'message',
      value: 'Oi, {{firstName}}! Nesta semana os sofás da Casa Aurora estão com *15% de desconto*. 🛋️',
    },
    { number: 'message2', type: 'message', value: 'Para qual cidade seria a entrega?' },
    { number: 'input1', type: 'input', value: 'cidade' },
  ],
}

const modelsBlock = {
  seq: ['message1', 'interval1', 'message2'],
  elements: [
    {
      number: 'message1',
      type: 'message',
      value: '*Aurora* retrátil, 3 lugares: R$ 2.890\n*Brisa* de canto: R$ 4.150\n*Lume* cama: R$ 1.990',
    },
    { number: 'interval1', type: 'interval', value: 3 },
    { number: 'message2', type: 'message', value: 'Vou chamar alguém de vendas para ver o melhor para você.' },
  ],
}

const connections: FlowConnection[] = [
  ['start', 'a', 'offer'],
  ['offer', 'a', 'isLocal'],
  ['isLocal', 'a', 'local'],
  ['isLocal', 'b', 'far'],
  ['local', 'a', 'choice'],
  ['far', 'a', 'choice'],
  ['choice', optionHandle(1), 'models'],
  ['choice', optionHandle(2), 'tag'],
  ['models', 'a', 'tag'],
  ['tag', 'a', 'sales'],
].map(([source = '', sourceHandle = '', target = '']) => {
  return { id: `${source}.${sourceHandle}-${target}`, source, sourceHandle, target }
})
