import type { Locator, Page } from 'playwright'
import * as v from 'valibot'
import { createFlow } from '../flow/flow.commands'
import { createFlowCampaign } from '../flow/phrase.commands'
import { createAgent } from '../ai-agent/agent/agent.commands'
import { AgentBody } from '../ai-agent/agent/agent.contract'
import { aiModelTable } from '../ai-agent/ai-agent.tables'
import { createAiProvider } from '../ai-agent/provider/ai-provider.commands'
import { createIntegration } from '../integration/integration.commands'
import { IntegrationBody } from '../integration/integration.contract'
import { createPrompt } from '../ai/prompt.commands'
import { PromptBody } from '../ai/prompt.contract'
import { createAnnouncement } from '../platform/announcement.commands'
import { createFileList } from '../file-list/save-file-list'
import { createHelp } from '../platform/help.commands'
import { makeInvoices } from '../platform/make-invoices'
import { MacroBody } from '../macro/macro.contract'
import { createMacro } from '../macro/save-macro'
import { QuickMessageBody } from '../quick-message/quick-message.contract'
import { createQuickMessage } from '../quick-message/save-quick-message'
import { createSchedule } from '../schedule/save-schedule'
import { ScheduleBody } from '../schedule/schedule.contract'
import { CampaignBody } from '../campaign/campaign.contract'
import { createCampaign } from '../campaign/save-campaign'
import { addSuppression } from '../suppression/suppress'
import { createContactList, findContactList } from '../contact-list/contact-list.records'
import { createListItem } from '../contact-list/save-list-item'
import { createTag } from '../tag/save-tag'
import { TagBody } from '../tag/tag.contract'
import { addConnection } from './connections'
import { dialog, field } from './screen-windows'
import type { ServedWorld } from './served-world'

/** How to fill in the form of a record screen. Texts are Portuguese; rows are found by part of their text. */
export interface FormSteps {
  open: (page: Page) => Promise<void>
  /** For the check of the open form, when the record of `open` has been deleted. */
  openAnother?: (page: Page) => Promise<void>
  /** Makes the form incomplete, if it does not open empty. */
  clear?: (page: Page) => Promise<void>
  /** The message when it is saved incomplete. */
  missing: string
  fill: (page: Page) => Promise<void>
  /** A field that `fill` fills in. */
  typed: (page: Page) => Locator
  created: string
  added: string
  change: (page: Page) => Promise<void>
  saved: string
  changed: string
  deleted: string
  /** Typed to confirm the deletion. */
  typedToDelete?: string
  /** Called after a record was added, before the next. */
  afterAdding?: (page: Page) => Promise<void>
}

export interface RecordScreen {
  path: string
  title: string
  /** Address of the call that lists and creates. */
  call: RegExp
  prepare?: (world: ServedWorld) => unknown
  rows: readonly string[]
  /** `nothing`: the text without results, if not the general one. */
  search?: { text: string; found: string; hidden?: string; nothing?: string }
  /** For screens whose records are edited in a dialog. */
  form?: FormSteps
}

const pressAdd = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

function addTags(world: ServedWorld, { kanban }: { kanban: boolean }) {
  for (const name of ['Cliente novo', 'Inadimplente'])
    createTag(world.ctxAs(world.sofia), v.parse(TagBody, { name, kanban }))
}

const integrationOf = (name: string) =>
  v.parse(IntegrationBody, { type: 'webhook', name, urlN8N: 'https://exemplo.test/robo' })
const promptOf = (name: string) => v.parse(PromptBody, { name, prompt: 'Seja breve.', apiKey: 'sk-test', queueId: 1 })

const tagSteps = (word: string, subject: string): FormSteps => ({
  open: pressAdd(`Adicionar ${word}`),
  missing: 'Obrigatório',
  fill: (page) => field(page, 'Nome').fill('Aguardando peça'),
  typed: (page) => field(page, 'Nome'),
  created: `${subject} criada com sucesso`,
  added: 'Aguardando peça',
  change: (page) => field(page, 'Nome').fill('Aguardando envio'),
  saved: `${subject} salva com sucesso`,
  changed: 'Aguardando envio',
  deleted: `${subject} excluída com sucesso`,
})

/** All record screens. A new screen adds itself here. */
export const recordScreens: readonly RecordScreen[] = [
  {
    path: '/queues',
    title: 'Filas',
    call: /\/queue$/,
    rows: ['Vendas', 'Suporte'],
    form: {
      open: pressAdd('Adicionar fila'),
      missing: 'Obrigatório',
      fill: (page) => field(page, 'Nome').fill('Pós-venda'),
      typed: (page) => field(page, 'Nome'),
      created: 'Fila criada com sucesso',
      added: 'Pós-venda',
      change: (page) => field(page, 'Nome').fill('Acompanhamento'),
      saved: 'Fila salva com sucesso',
      changed: 'Acompanhamento',
      deleted: 'Fila excluída com sucesso',
    },
  },
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
    form: {
      open: pressAdd('Adicionar integração'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Agendador')
        await field(page, 'URL do Typebot').fill('https://typebot.io')
        await field(page, 'Nome público do bot').fill('agenda-1')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Integração criada com sucesso',
      added: 'Agendador',
      change: (page) => field(page, 'Nome').fill('Marcador'),
      saved: 'Integração salva com sucesso',
      changed: 'Marcador',
      deleted: 'Integração excluída com sucesso',
    },
  },
  {
    path: '/prompts',
    title: 'Prompts de IA',
    call: /\/prompt$/,
    prepare(world) {
      for (const name of ['Atendente da loja', 'Pós-venda']) createPrompt(world.ctxAs(world.sofia), promptOf(name))
    },
    rows: ['Atendente da loja', 'Pós-venda'],
    search: { text: 'loja', found: 'Atendente da loja', hidden: 'Pós-venda' },
    form: {
      open: pressAdd('Adicionar prompt'),
      missing: 'Informe o setor',
      async fill(page) {
        await field(page, 'Nome').fill('Vendedora')
        await dialog(page).getByRole('combobox', { name: 'Fila' }).click()
        await page.getByRole('option', { name: 'Vendas' }).click()
        await field(page, 'Prompt').fill('Você vende bolos.')
        await field(page, 'Chave de API').fill('sk-test')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Prompt criado com sucesso',
      added: 'Vendedora',
      change: (page) => field(page, 'Nome').fill('Confeiteira'),
      saved: 'Prompt salvo com sucesso',
      changed: 'Confeiteira',
      deleted: 'Prompt excluído com sucesso',
    },
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
    form: {
      open: pressAdd('Campanha'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Indique um amigo')
        await field(page, 'Frase').fill('quero indicar')
        await dialog(page).getByRole('combobox', { name: 'Fluxo' }).click()
        await page.getByRole('option', { name: 'Envio do boleto' }).click()
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Frase criada com sucesso!',
      added: 'Indique um amigo',
      change: (page) => field(page, 'Nome').fill('Indicação'),
      saved: 'Frase alterada com sucesso!',
      changed: 'Indicação',
      deleted: 'Frase deletada',
    },
  },
  {
    path: '/companies',
    title: 'Empresas',
    call: /\/companies(\/\d+)?(\?|$)/,
    rows: ['Acme', 'Globex'],
    search: { text: 'globex', found: 'Globex', hidden: 'Acme', nothing: 'Nenhuma empresa encontrada' },
    form: {
      open: pressAdd('Adicionar empresa'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Initech')
        await field(page, 'E-mail').fill('bill@initech.test')
        await dialog(page).getByRole('tab', { name: 'Assinatura' }).click()
        await dialog(page).getByRole('combobox', { name: 'Plano' }).click()
        await page.getByRole('option', { name: /Plano/ }).click()
        await dialog(page).getByRole('tab', { name: 'Dados' }).click()
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Operação realizada com sucesso!',
      afterAdding: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Fechar' }).last().click(),
      added: 'Initech',
      change: (page) => field(page, 'Nome').fill('Initrode'),
      saved: 'Operação realizada com sucesso!',
      changed: 'Initrode',
      typedToDelete: 'Initrode',
      deleted: 'Operação realizada com sucesso!',
    },
  },
  {
    path: '/plans',
    title: 'Planos',
    call: /\/plans(\/all|\/\d+)?$/,
    rows: ['Plano'],
    form: {
      open: pressAdd('Adicionar plano'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Essencial')
        await field(page, 'Valor').fill('99,90')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Operação realizada com sucesso!',
      added: 'Essencial',
      change: (page) => field(page, 'Nome').fill('Inicial'),
      saved: 'Operação realizada com sucesso!',
      changed: 'Inicial',
      deleted: 'Operação realizada com sucesso!',
    },
  },
  {
    path: '/helps/admin',
    title: 'Vídeos de ajuda',
    call: /\/helps(\/\d+)?(\?|$)/,
    prepare: ({ platform, sofia }) => {
      const operator = { companyId: 1, userId: sofia.id }
      for (const title of ['Primeiros passos', 'Como transferir']) {
        createHelp(platform, operator, { title, description: '', video: 'dQw4w9WgXcQ' })
      }
    },
    rows: ['Primeiros passos', 'Como transferir'],
    search: { text: 'passos', found: 'Primeiros', hidden: 'transferir', nothing: 'Nenhum vídeo encontrado' },
    form: {
      open: pressAdd('Adicionar vídeo'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Título').fill('Campanhas')
        await field(page, 'Vídeo').fill('https://youtu.be/dQw4w9WgXcQ')
      },
      typed: (page) => field(page, 'Título'),
      created: 'Operação realizada com sucesso!',
      added: 'Campanhas',
      change: (page) => field(page, 'Título').fill('Agendamentos em vídeo'),
      saved: 'Operação realizada com sucesso!',
      changed: 'Agendamentos em vídeo',
      deleted: 'Operação realizada com sucesso!',
    },
  },
  {
    path: '/allConnections',
    title: 'Conexões das empresas',
    call: /\/whatsapp\/all$/,
    rows: ['Acme', 'Globex'],
    search: { text: 'globex', found: 'Globex', hidden: 'Acme', nothing: 'Nenhuma empresa encontrada' },
  },
  {
    path: '/announcements',
    title: 'Informativos',
    call: /\/announcements(\?|$)/,
    prepare: (world) => {
      const [operator, rest] = [
        { companyId: 1, userId: world.sofia.id },
        { text: 'Veja', priority: 1 as const },
      ]
      createAnnouncement(world.platform, operator, { title: 'Manutenção no domingo', status: true, ...rest })
      createAnnouncement(world.platform, operator, { title: 'Nova tela de filas', status: false, ...rest })
    },
    rows: ['Manutenção no domingo', 'Nova tela de filas'],
    search: { text: 'domingo', found: 'Manutenção', hidden: 'Nova tela' },
    form: {
      open: pressAdd('Adicionar informativo'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Título').fill('Férias coletivas')
        await field(page, 'Texto').fill('De 20 a 31 de dezembro')
      },
      typed: (page) => field(page, 'Título'),
      created: 'Informativo criado com sucesso',
      added: 'Férias coletivas',
      change: (page) => field(page, 'Título').fill('Recesso de fim de ano'),
      saved: 'Informativo salvo com sucesso',
      changed: 'Recesso de fim de ano',
      deleted: 'Informativo excluído com sucesso',
    },
  },
  {
    path: '/quick-messages',
    title: 'Respostas rápidas',
    call: /\/quick-messages(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const shortcode of ['endereco', 'horario'])
        createQuickMessage(
          world.ctxAs(world.sofia),
          v.parse(QuickMessageBody, { shortcode, message: `O ${shortcode}` }),
        )
    },
    rows: ['/endereco', '/horario'],
    search: { text: 'horario', found: '/horario', hidden: '/endereco', nothing: 'Nenhuma resposta encontrada' },
    form: {
      open: pressAdd('Adicionar resposta'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Atalho').fill('pix')
        await field(page, 'Mensagem').fill('Nossa chave Pix')
        const picture = { name: 'qr.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
        await dialog(page).locator('input[type=file]').setInputFiles(picture)
      },
      typed: (page) => field(page, 'Mensagem'),
      created: 'Resposta criada com sucesso',
      added: '/pix',
      change: (page) => field(page, 'Atalho').fill('chavepix'),
      saved: 'Resposta salva com sucesso',
      changed: '/chavepix',
      deleted: 'Resposta excluída com sucesso',
    },
  },
  {
    path: '/macros',
    title: 'Macros',
    call: /\/macros(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const name of ['Pagamento confirmado', 'Troca aprovada'])
        createMacro(world.ctxAs(world.sofia), v.parse(MacroBody, { name, steps: [{ kind: 'resolve' }] }))
    },
    rows: ['Pagamento confirmado', 'Troca aprovada'],
    search: { text: 'troca', found: 'Troca aprovada', hidden: 'Pagamento', nothing: 'Nenhuma macro encontrada' },
    form: {
      open: pressAdd('Adicionar macro'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Entrega a caminho')
        await field(page, 'Texto').fill('Seu pedido saiu para entrega')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Macro criada com sucesso',
      added: 'Entrega a caminho',
      change: (page) => field(page, 'Nome').fill('Pedido a caminho'),
      saved: 'Macro salva com sucesso',
      changed: 'Pedido a caminho',
      deleted: 'Macro excluída com sucesso',
    },
  },
  {
    path: '/schedules?view=list',
    title: 'Agendamentos',
    call: /\/schedules(\?|$)/,
    prepare(world) {
      const texts = ['Lembrete da consulta', 'Parabéns pelo seu dia']
      for (const body of texts) {
        const schedule = v.parse(ScheduleBody, { body, sendAt: '2099-03-10T09:30', contactId: 1 })
        createSchedule(world.ctxAs(world.sofia), schedule)
      }
    },
    rows: ['Lembrete da consulta', 'Parabéns pelo seu dia'],
    search: { text: 'parabens', found: 'Parabéns', hidden: 'Lembrete' },
    form: {
      open: pressAdd('Agendar mensagem'),
      missing: 'Obrigatório',
      async fill(page) {
        await dialog(page).getByRole('combobox', { name: 'Contato' }).fill('dona')
        await page.getByRole('option', { name: /Dona Maria/ }).click()
        await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/03/2099')
        await dialog(page).getByRole('textbox', { name: 'Hora' }).fill('1030')
        await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Segue o seu exame')
      },
      typed: (page) => dialog(page).getByRole('textbox', { name: 'Mensagem' }),
      created: 'Mensagem agendada com sucesso!',
      added: 'Segue o seu exame',
      change: (page) => dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Segue o seu recibo'),
      saved: 'Agendamento salvo com sucesso!',
      changed: 'Segue o seu recibo',
      deleted: 'Agendamento excluído com sucesso!',
    },
  },
  {
    path: '/financeiro',
    title: 'Faturas (1)',
    call: /\/invoices\/open/,
    prepare({ platform }) {
      platform.catalog.sqlite.run("UPDATE company SET due_date = '2026-01-15' WHERE id = 2")
      platform.catalog.companies.forget()
      makeInvoices(platform)
    },
    rows: ['Globex'],
    search: { text: 'globex', found: 'Globex', nothing: 'Nenhuma fatura encontrada' },
  },
  {
    path: '/campaigns',
    title: 'Campanhas',
    call: /\/campaigns(\/\d+)?(\?|$)/,
    prepare(world) {
      for (const name of ['Ofertas de julho', 'Volta às aulas']) {
        createCampaign(world.ctxAs(world.sofia), v.parse(CampaignBody, { name, whatsappId: 1, message1: 'Oi' }))
      }
    },
    rows: ['Ofertas de julho', 'Volta às aulas'],
    search: { text: 'aulas', found: 'Volta', hidden: 'Ofertas', nothing: 'Nenhuma campanha encontrada' },
    form: {
      open: pressAdd('Adicionar campanha'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Dia das mães')
        await dialog(page).getByRole('combobox', { name: 'Conexão' }).click()
        await page.getByRole('option', { name: /Acme/ }).first().click()
        await field(page, 'Mensagem 1').fill('Oi {nome}!')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Campanha criada com sucesso',
      added: 'Dia das mães',
      change: (page) => field(page, 'Nome').fill('Dia dos pais'),
      saved: 'Campanha salva com sucesso',
      changed: 'Dia dos pais',
      deleted: 'Campanha excluída com sucesso',
    },
  },
  {
    path: '/campaigns/suppressions',
    title: 'Não recebem campanhas',
    call: /\/suppressions(\/\d+)?(\?|$)/,
    prepare(world) {
      const ctx = world.ctxAs(world.sofia)
      addSuppression(ctx, { name: 'Rosa Lima', number: '5511988887777' })
      addSuppression(ctx, { name: 'Bento Reis', number: '5511988886666' })
    },
    rows: ['Rosa Lima', 'Bento Reis'],
    search: { text: 'rosa', found: 'Rosa', hidden: 'Bento', nothing: 'Nenhum número encontrado' },
  },
  {
    path: '/contact-lists',
    title: 'Listas de contatos',
    call: /\/contact-lists(\/\d+)?(\?|$)/,
    prepare(world) {
      for (const name of ['Clientes do bairro', 'Feira de junho']) createContactList(world.ctxAs(world.sofia), { name })
    },
    rows: ['Clientes do bairro', 'Feira de junho'],
    search: { text: 'feira', found: 'Feira', hidden: 'bairro', nothing: 'Nenhuma lista encontrada' },
    form: {
      open: pressAdd('Adicionar lista'),
      missing: 'Obrigatório',
      fill: (page) => field(page, 'Nome').fill('Aniversariantes'),
      typed: (page) => field(page, 'Nome'),
      created: 'Lista criada com sucesso',
      added: 'Aniversariantes',
      change: (page) => field(page, 'Nome').fill('Aniversariantes de maio'),
      saved: 'Lista salva com sucesso',
      changed: 'Aniversariantes de maio',
      deleted: 'Lista excluída com sucesso',
    },
  },
  {
    path: '/contact-lists/1/contacts',
    title: 'Clientes do bairro',
    call: /\/contact-list-items(\/\d+)?(\?|$)/,
    prepare(world) {
      const ctx = world.ctxAs(world.sofia)
      const { id } = findContactList(ctx, 1) ?? createContactList(ctx, { name: 'Clientes do bairro' })
      createListItem(ctx, { name: 'Rosa Lima', number: '5511988887777', email: '', contactListId: id })
      createListItem(ctx, { name: 'Bento Reis', number: '5511988886666', email: '', contactListId: id })
    },
    rows: ['Rosa Lima', 'Bento Reis'],
    search: { text: 'rosa', found: 'Rosa', hidden: 'Bento', nothing: 'Nenhum contato encontrado' },
    form: {
      open: pressAdd('Adicionar contato'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Caio Prado')
        await field(page, 'Número').fill('(11) 97777-0001')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Contato adicionado com sucesso',
      added: 'Caio Prado',
      change: (page) => field(page, 'Nome').fill('Caio Prado Neto'),
      saved: 'Contato salvo com sucesso',
      changed: 'Caio Prado Neto',
      deleted: 'Contato excluído da lista',
    },
  },
  {
    path: '/tags',
    title: 'Tags',
    call: /\/tags(\?|$)/,
    prepare: (world) => addTags(world, { kanban: false }),
    rows: ['Cliente novo', 'Inadimplente'],
    search: { text: 'novo', found: 'Cliente novo', hidden: 'Inadimplente', nothing: 'Nenhuma tag encontrada' },
    form: tagSteps('tag', 'Tag'),
  },
  {
    path: '/TagsKanban',
    title: 'Etapas do Kanban',
    call: /\/tags(\?|$)/,
    prepare: (world) => addTags(world, { kanban: true }),
    rows: ['Cliente novo', 'Inadimplente'],
    search: { text: 'novo', found: 'Cliente novo', hidden: 'Inadimplente', nothing: 'Nenhuma etapa encontrada' },
    form: tagSteps('etapa', 'Etapa'),
  },
  {
    path: '/files',
    title: 'Listas de arquivos',
    call: /\/files(\/\d+)?(\?|$)/,
    prepare: (world) => {
      for (const name of ['Catálogo', 'Tabela de preços'])
        createFileList(world.ctxAs(world.sofia), { name, message: 'Segue', options: [] })
    },
    rows: ['Catálogo', 'Tabela de preços'],
    search: { text: 'tabela', found: 'Tabela', hidden: 'Catálogo', nothing: 'Nenhuma lista encontrada' },
    form: {
      open: pressAdd('Adicionar lista'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Manuais')
        await field(page, 'Mensagem').fill('Seguem os manuais')
        const picture = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
        await dialog(page).locator('input[type=file]').setInputFiles(picture)
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Lista criada com sucesso',
      added: 'Manuais',
      change: (page) => field(page, 'Nome').fill('Guias de uso'),
      saved: 'Lista salva com sucesso',
      changed: 'Guias de uso',
      deleted: 'Lista excluída com sucesso',
    },
  },
  {
    path: '/users',
    title: 'Usuários',
    call: /\/users(\?|$)/,
    rows: ['Ana Souza', 'Bruno Lima', 'Sofia Reis'],
    search: { text: 'bruno', found: 'Bruno Lima', hidden: 'Ana Souza', nothing: 'Nenhum usuário encontrado' },
    form: {
      open: pressAdd('Adicionar usuário'),
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Zélia Campos')
        await field(page, 'E-mail').fill('zelia@acme.test')
        await field(page, 'Senha').fill('senha-de-zelia')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Usuário criado com sucesso',
      added: 'Zélia Campos',
      change: (page) => field(page, 'Nome').fill('Zélia Prado'),
      saved: 'Usuário salvo com sucesso',
      changed: 'Zélia Prado',
      deleted: 'Usuário excluído com sucesso',
    },
  },
  {
    path: '/connections',
    title: 'Conexões',
    call: /\/whatsapp(\/\d+)?(\?|$)/,
    prepare: (world) => addConnection(world, { name: 'Balcão' }),
    rows: ['Acme WhatsApp'],
    form: {
      // Adding one starts the pairing of a phone, which is tested separately.
      open: (page) =>
        page
          .getByRole('button', { name: /Balcão/ })
          .first()
          .click(),
      openAnother: (page) =>
        page
          .getByRole('button', { name: /Acme WhatsApp/ })
          .first()
          .click(),
      clear: (page) => field(page, 'Nome').fill(''),
      missing: 'Obrigatório',
      fill: (page) => field(page, 'Nome').fill('Balcão da loja'),
      typed: (page) => field(page, 'Nome'),
      created: 'Conexão salva com sucesso',
      added: 'Balcão da loja',
      change: (page) => field(page, 'Nome').fill('Balcão do centro'),
      saved: 'Conexão salva com sucesso',
      changed: 'Balcão do centro',
      deleted: 'Conexão excluída com sucesso',
    },
  },
  {
    path: '/agents',
    title: 'Agentes de IA',
    call: /\/agents(\/\d+)?$/,
    prepare: (world) => {
      const ctx = world.ctxAs(world.sofia)
      // The first by name, which a new agent begins with.
      const provider = { name: 'Azure', base_url: 'https://ai.test/v1', api_key: 'sk-test' }
      const { id: aiProviderId } = createAiProvider(ctx, provider)
      const model = { providerId: aiProviderId, name: 'gpt-small' }
      const { id: aiModelListId } = ctx.db.insert(aiModelTable).values(model).returning().get()
      for (const name of ['Lia da recepção', 'Rui das vendas']) {
        createAgent(ctx, v.parse(AgentBody, { name, agentTypeId: 4, aiProviderId, aiModelListId }))
      }
    },
    rows: ['Lia da recepção', 'Rui das vendas'],
    search: { text: 'recepcao', found: 'Lia', hidden: 'Rui', nothing: 'Nenhum agente encontrado' },
    form: {
      async open(page) {
        await pressAdd('Adicionar agente')(page)
        await dialog(page)
          .getByRole('radio', { name: /Varejo/ })
          .check()
        await dialog(page).getByRole('button', { name: 'Continuar' }).click()
      },
      missing: 'Obrigatório',
      async fill(page) {
        await field(page, 'Nome').fill('Bia do balcão')
        await dialog(page).getByRole('combobox', { name: 'Modelo' }).fill('gpt')
        await page.getByRole('option', { name: 'gpt-small' }).click()
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Agente criado com sucesso',
      added: 'Bia do balcão',
      change: (page) => field(page, 'Nome').fill('Bia da loja'),
      saved: 'Agente salvo com sucesso',
      changed: 'Bia da loja',
      deleted: 'Agente excluído com sucesso',
    },
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
    form: {
      open: pressAdd('Adicionar provedor'),
      missing: 'Insira o nome do provider.',
      async fill(page) {
        await dialog(page).getByRole('combobox', { name: 'Serviço' }).click()
        await page.getByRole('option', { name: 'DeepSeek' }).click()
        await field(page, 'Nome').fill('DeepSeek reserva')
        await field(page, 'Chave de API').fill('sk-1234')
      },
      typed: (page) => field(page, 'Nome'),
      created: 'Provedor criado com sucesso',
      added: 'DeepSeek reserva',
      change: (page) => field(page, 'Nome').fill('DeepSeek principal'),
      saved: 'Provedor salvo com sucesso',
      changed: 'DeepSeek principal',
      deleted: 'Provedor excluído com sucesso',
    },
  },
]
