import * as v from 'valibot'
import { createFlow } from '../../flow/flow.commands'
import { createFlowCampaign } from '../../flow/phrase/phrase.commands'
import { agentRecords } from '../../ai-agent/agent/agent.record'
import { AgentBody } from '../../ai-agent/agent/agent.contract'
import { aiModelTable } from '../../ai-agent/ai-agent.tables'
import { createAiProvider } from '../../ai-agent/provider/ai-provider.commands'
import { createIntegration } from '../../integration/integration.commands'
import { IntegrationBody } from '../../integration/integration.contract'
import { promptRecords } from '../../ai/prompt/prompt.record'
import { PromptBody } from '../../ai/prompt/prompt.contract'
import { addRule } from '../bot/rules'
import { MacroBody } from '../../macro/macro.contract'
import { macroRecords } from '../../macro/macro.record'
import { createTag } from '../../tag/save-tag'
import { TagBody } from '../../tag/tag.contract'
import type { ServedWorld } from '../world/served-world'
import { dialog, field } from '../browser/screen-windows'
import { formSteps, messages, pressAdd, type RecordScreen } from './record-screen'

function addTags(world: ServedWorld, { kanban }: { kanban: boolean }) {
  for (const name of ['Cliente novo', 'Inadimplente'])
    createTag(world.ctxAs(world.sofia), v.parse(TagBody, { name, kanban }))
}

const integrationOf = (name: string) =>
  v.parse(IntegrationBody, { type: 'webhook', name, urlN8N: 'https://exemplo.test/robo' })
const promptOf = (name: string) => v.parse(PromptBody, { name, prompt: 'Seja breve.', apiKey: 'sk-test', queueId: 1 })

const tagForm = (word: string, subject: string) =>
  formSteps({ ...messages(subject, 'a'), add: `Adicionar ${word}`, names: ['Aguardando peça', 'Aguardando envio'] })

export const automationScreens: readonly RecordScreen[] = [
  {
    path: '/flowbuilders',
    title: 'Fluxos de conversa',
    call: /\/flowbuilder(\?|$)/,
    prepare: (world) => {
      for (const name of ['Boas-vindas', 'Segunda via']) createFlow(world.ctxAs(world.ana), name)
    },
    rows: ['Boas-vindas', 'Segunda via'],
    search: { text: 'segunda', found: 'Segunda via', hidden: 'Boas-vindas', nothing: 'Nenhum fluxo encontrado' },
  },
  {
    path: '/queue-integration',
    title: 'Integrações',
    call: /\/queueIntegration(\?|$)/,
    async prepare(world) {
      for (const name of ['Robô de vendas', 'Suporte']) {
        await createIntegration(world.ctxAs(world.sofia), { ...integrationOf(name), jsonContent: '' })
      }
    },
    rows: ['Robô de vendas', 'Suporte'],
    search: { text: 'robo', found: 'Robô de vendas', hidden: 'Suporte' },
    form: formSteps({
      ...messages('Integração', 'a'),
      add: 'Adicionar integração',
      async fillOthers(page) {
        await field(page, 'URL do Typebot').fill('https://typebot.io')
        await field(page, 'Nome público do robô').fill('agenda-1')
      },
      names: ['Agendador', 'Marcador'],
    }),
  },
  {
    path: '/prompts',
    title: 'Prompts de IA',
    call: /\/prompt$/,
    prepare(world) {
      for (const name of ['Atendente da loja', 'Pós-venda'])
        promptRecords.createFrom(world.ctxAs(world.sofia), promptOf(name))
    },
    rows: ['Atendente da loja', 'Pós-venda'],
    search: { text: 'loja', found: 'Atendente da loja', hidden: 'Pós-venda' },
    form: formSteps({
      ...messages('Prompt', 'o'),
      add: 'Adicionar prompt',
      missing: 'Informe o setor',
      async fillOthers(page) {
        await dialog(page).getByRole('combobox', { name: 'Fila' }).click()
        await page.getByRole('option', { name: 'Vendas' }).click()
        await field(page, 'Prompt').fill('Você vende bolos.')
        await field(page, 'Chave de API').fill('sk-test')
      },
      names: ['Vendedora', 'Confeiteira'],
    }),
  },
  {
    path: '/phrase-lists',
    title: 'Campanhas',
    call: /\/flowcampaign(\?|$)/,
    prepare(world) {
      const ctx = world.ctxAs(world.ana)
      const { id: flowId } = createFlow(ctx, 'Envio do boleto')
      const phrase = { flowId, whatsappId: null, status: true }
      createFlowCampaign(ctx, { ...phrase, name: 'Boleto', phrase: 'quero meu boleto\nsegunda via' })
      createFlowCampaign(ctx, { ...phrase, name: 'Verão', phrase: 'promoção de verão' })
    },
    rows: ['Boleto', 'Verão'],
    search: { text: 'promocao', found: 'Verão', hidden: 'Boleto', nothing: 'Nenhuma campanha encontrada' },
    form: formSteps({
      add: 'Campanha',
      async fillOthers(page) {
        await field(page, 'Frase').fill('quero indicar')
        await dialog(page).getByRole('combobox', { name: 'Fluxo' }).click()
        await page.getByRole('option', { name: 'Envio do boleto' }).click()
      },
      created: 'Frase criada com sucesso!',
      saved: 'Frase alterada com sucesso!',
      deleted: 'Frase deletada',
      names: ['Indique um amigo', 'Indicação'],
    }),
  },
  {
    path: '/macros',
    title: 'Macros',
    call: /\/macros(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const name of ['Pagamento confirmado', 'Troca aprovada'])
        macroRecords.createFrom(world.ctxAs(world.sofia), v.parse(MacroBody, { name, steps: [{ kind: 'resolve' }] }))
    },
    rows: ['Pagamento confirmado', 'Troca aprovada'],
    search: { text: 'troca', found: 'Troca aprovada', hidden: 'Pagamento', nothing: 'Nenhuma macro encontrada' },
    form: formSteps({
      ...messages('Macro', 'a'),
      add: 'Adicionar macro',
      fillOthers: (page) => field(page, 'Texto').fill('Seu pedido saiu para entrega'),
      names: ['Entrega a caminho', 'Pedido a caminho'],
    }),
  },
  {
    path: '/rules',
    title: 'Regras',
    call: /\/rules(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const name of ['Cliente VIP', 'Fora do horário']) addRule(world, { name, active: false })
    },
    rows: ['Cliente VIP', 'Fora do horário'],
    search: { text: 'vip', found: 'Cliente VIP', hidden: 'Fora do horário', nothing: 'Nenhuma regra encontrada' },
    form: formSteps({
      ...messages('Regra', 'a'),
      add: 'Adicionar regra',
      fillOthers: (page) => field(page, 'Texto').fill('Já vamos responder'),
      names: ['Sem resposta', 'Sem resposta por 10 min'],
    }),
  },
  {
    path: '/tags',
    title: 'Tags',
    call: /\/tags(\?|$)/,
    prepare: (world) => addTags(world, { kanban: false }),
    rows: ['Cliente novo', 'Inadimplente'],
    search: { text: 'novo', found: 'Cliente novo', hidden: 'Inadimplente', nothing: 'Nenhuma tag encontrada' },
    form: tagForm('tag', 'Tag'),
  },
  {
    path: '/TagsKanban',
    title: 'Etapas do Kanban',
    call: /\/tags(\?|$)/,
    prepare: (world) => addTags(world, { kanban: true }),
    rows: ['Cliente novo', 'Inadimplente'],
    search: { text: 'novo', found: 'Cliente novo', hidden: 'Inadimplente', nothing: 'Nenhuma etapa encontrada' },
    form: tagForm('etapa', 'Etapa'),
  },
  {
    path: '/agents',
    title: 'Agentes de IA',
    call: /\/agents(\/\d+)?$/,
    prepare: (world) => {
      const ctx = world.ctxAs(world.sofia)
      // First by name, which is the default of a new agent.
      const provider = { name: 'Azure', base_url: 'https://ai.test/v1', api_key: 'sk-test' }
      const { id: aiProviderId } = createAiProvider(ctx, provider)
      const model = { providerId: aiProviderId, name: 'gpt-small' }
      const { id: aiModelListId } = ctx.db.insert(aiModelTable).values(model).returning().get()
      for (const name of ['Lia da recepção', 'Rui das vendas']) {
        agentRecords.createFrom(ctx, v.parse(AgentBody, { name, agentTypeId: 4, aiProviderId, aiModelListId }))
      }
    },
    rows: ['Lia da recepção', 'Rui das vendas'],
    search: { text: 'recepcao', found: 'Lia', hidden: 'Rui', nothing: 'Nenhum agente encontrado' },
    form: formSteps({
      ...messages('Agente', 'o'),
      async open(page) {
        await pressAdd('Adicionar agente')(page)
        await dialog(page)
          .getByRole('radio', { name: /Varejo/ })
          .check()
        await dialog(page).getByRole('button', { name: 'Continuar' }).click()
      },
      async fillOthers(page) {
        await dialog(page).getByRole('combobox', { name: 'Modelo' }).fill('gpt')
        await page.getByRole('option', { name: 'gpt-small' }).click()
      },
      names: ['Bia do balcão', 'Bia da loja'],
    }),
  },
  {
    path: '/providers',
    title: 'Provedores de IA',
    call: /\/aiprovider(\/\d+)?$/,
    prepare: (world) => {
      const api_key = 'sk-test'
      for (const name of ['OpenAI da loja', 'Groq']) {
        const base_url = `https://${name === 'Groq' ? 'groq' : 'openai'}.test/v1`
        createAiProvider(world.ctxAs(world.sofia), { name, base_url, api_key })
      }
    },
    rows: ['OpenAI da loja', 'Groq'],
    search: { text: 'groq', found: 'Groq', hidden: 'OpenAI', nothing: 'Nenhum provedor encontrado' },
    form: formSteps({
      ...messages('Provedor', 'o'),
      add: 'Adicionar provedor',
      missing: 'Insira o nome do provider.',
      async fillOthers(page) {
        await dialog(page).getByRole('combobox', { name: 'Serviço' }).click()
        await page.getByRole('option', { name: 'DeepSeek' }).click()
        await field(page, 'Chave de API').fill('sk-1234')
      },
      names: ['DeepSeek reserva', 'DeepSeek principal'],
    }),
  },
]
