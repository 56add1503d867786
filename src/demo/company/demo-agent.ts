import * as v from 'valibot'
import { agentRecords } from '../../ai-agent/agent/agent.record'
import { AgentBody } from '../../ai-agent/agent/agent.contract'
import { savePlainItems } from '../../ai-agent/agent/item.commands'
import { saveProducts } from '../../ai-agent/agent/product.commands'
import { agentTypeIds, listAgentTypes } from '../../ai-agent/agent-type/agent-types'
import { aiModelTable } from '../../ai-agent/ai-agent.tables'
import { createAiProvider } from '../../ai-agent/provider/ai-provider.commands'
import { createFlow } from '../../flow/flow.commands'
import { createFlowCampaign } from '../../flow/phrase/phrase.commands'
import { FlowCampaignBody } from '../../flow/phrase/phrase.contract'
import { saveFlow } from '../../flow/edit/save-flow'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listQueues } from '../../queue/queue.queries'
import { demoAiKey } from './demo-ai'
import { writePdf } from '../story/documents'
import { paintScene } from '../story/scenes'

const demoAgentPhrase = 'Falar com a Lia'

export async function addDemoAgent(ctx: CompanyContext, aiUrl: string) {
  const provider = createAiProvider(ctx, { name: 'Provedor de demonstração', base_url: aiUrl, api_key: demoAiKey })
  const model = { providerId: provider.id, name: 'gpt-4.1-mini' }
  const { id: aiModelListId } = ctx.db.insert(aiModelTable).values(model).returning().get()
  const sales = listQueues(ctx).find(({ name }) => name === 'Vendas')
  const retail = listAgentTypes('pt').find(({ type }) => type === 'varejo')
  const agent = agentRecords.createFrom(
    ctx,
    v.parse(AgentBody, {
      ...retail,
      name: 'Lia',
      gender: 'feminino',
      agentTypeId: agentTypeIds[3],
      aiProviderId: provider.id,
      aiModelListId,
      aboutCompany: 'Casa Aurora Móveis, na Rua das Acácias, 120, no Cambuí, em Campinas.',
      greetingPhrase: 'Oi! Sou a Lia, assistente virtual da Casa Aurora. O que você procura hoje?',
      instagram: '@casaauroramoveis',
      queuesId: sales ? [sales.id] : [],
      delay: 2,
    }),
  )
  await addProducts(ctx, agent.id)
  addAnswers(ctx, agent.id)
  addFlow(ctx, agent)
  workLater(ctx)
}

/** Schedules the jobs for the real time, because the simulated clock stands still. */
function workLater({ company, now }: CompanyContext) {
  const startAt = now.getTime() + 60_000
  company.sqlite.run("UPDATE job SET run_at = ? WHERE kind IN ('aiProvider.listModels', 'agent.readFile')", [startAt])
}

const products = [
  ['Sofá Aurora 3 lugares', 2890, 'Linho cinza, pés de madeira, 2,10 m.', '10x sem juros', '5% de desconto no Pix'],
  ['Mesa de jantar Ipê', 1750, 'Madeira maciça, seis lugares, 1,60 m.', '10x sem juros', ''],
  ['Poltrona Brisa', 990, 'Giratória, em veludo verde.', '6x sem juros', 'Duas por R$ 1.800,00'],
  ['Montagem em casa', 150, 'Feita por nossa equipe até dois dias depois da entrega.', '', 'Grátis em Campinas'],
] as const

async function addProducts(ctx: CompanyContext, agentId: number) {
  const sofa = new File([await paintScene('sofa')], 'sofa-aurora.jpg', { type: 'image/jpeg' })
  const lines = [
    'Limpe o tecido com pano úmido e sabão neutro.',
    'Evite sol direto.',
    'Garantia de dois anos da estrutura.',
  ]
  const manual = new File([writePdf('Cuidados com o sofá', lines)], 'cuidados-com-o-sofa.pdf', {
    type: 'application/pdf',
  })
  await saveProducts(ctx, {
    agentId,
    products: products.map(([name, price, description, paymentConditions, specialOffers], index) => {
      return { id: null, index, name, price, description, paymentConditions, specialOffers }
    }),
    files: new Map([[0, [sofa, manual]]]),
    kept: new Map(),
  })
}

const questions = [
  ['Que horas vocês abrem?', 'Abrimos de segunda a sábado, das 9h às 18h.'],
  ['Onde fica a loja?', 'Na Rua das Acácias, 120, no Cambuí, em Campinas.'],
  ['Quanto tempo demora a entrega?', 'Até 5 dias úteis em Campinas e até 12 em outras cidades.'],
  ['Posso trocar se tiver defeito?', 'Sim, a troca por defeito é gratuita em até 90 dias.'],
  ['Quais as formas de pagamento?', 'Pix com 5% de desconto, boleto ou cartão em até 10 vezes sem juros.'],
] as const

function addAnswers(ctx: CompanyContext, agentId: number) {
  const item = { id: null, index: undefined, agentId }
  const items = questions.map(([question, answer]) => ({ ...item, question, answer }))
  savePlainItems(ctx, 'faq', { agentId, items })
  const response = 'Nossos móveis são de madeira maciça e têm garantia de dois anos, e no Pix há 5% de desconto.'
  savePlainItems(ctx, 'objection', { agentId, items: [{ ...item, name: 'Está caro', response }] })
  const content = 'A estrutura dos móveis tem dois anos de garantia; os tecidos, um ano.'
  savePlainItems(ctx, 'complement', { agentId, items: [{ ...item, title: 'Garantia', content }] })
}

function addFlow(ctx: CompanyContext, { id, name }: { id: number; name: string }) {
  const flow = createFlow(ctx, 'Assistente Lia')
  const nodes = [
    { id: 'start', type: 'start', position: { x: 0, y: 120 }, data: {} },
    { id: 'lia', type: 'agent', position: { x: 260, y: 120 }, data: { id, name } },
  ]
  const connections = [{ id: 'start.a-lia', source: 'start', sourceHandle: 'a', target: 'lia' }]
  saveFlow(ctx, { idFlow: flow.id, nodes, connections })
  const campaign = { name: 'Assistente Lia', flowId: flow.id, phrase: demoAgentPhrase }
  createFlowCampaign(ctx, v.parse(FlowCampaignBody, campaign))
}
