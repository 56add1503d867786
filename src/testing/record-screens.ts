import type { Locator, Page } from 'playwright'
import * as v from 'valibot'
import { createAnnouncement } from '../platform/announcement.commands'
import { createHelp } from '../platform/help.commands'
import { makeInvoices } from '../platform/make-invoices'
import { createSchedule } from '../schedule/save-schedule'
import { ScheduleBody } from '../schedule/schedule.contract'
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
      created: 'Empresa criada com sucesso',
      afterAdding: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Fechar' }).last().click(),
      added: 'Initech',
      change: (page) => field(page, 'Nome').fill('Initrode'),
      saved: 'Empresa salva com sucesso',
      changed: 'Initrode',
      typedToDelete: 'Initrode',
      deleted: 'Empresa excluída com sucesso',
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
      created: 'Plano criado com sucesso',
      added: 'Essencial',
      change: (page) => field(page, 'Nome').fill('Inicial'),
      saved: 'Plano salvo com sucesso',
      changed: 'Inicial',
      deleted: 'Plano excluído com sucesso',
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
      created: 'Vídeo criado com sucesso',
      added: 'Campanhas',
      change: (page) => field(page, 'Título').fill('Agendamentos em vídeo'),
      saved: 'Vídeo salvo com sucesso',
      changed: 'Agendamentos em vídeo',
      deleted: 'Vídeo excluído com sucesso',
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
]
