import type { Locator, Page } from 'playwright'
import { field } from './screen-windows'
import type { ServedWorld } from './served-world'

/** How the form of a record screen is filled in. Texts are in Portuguese; rows are found by a part of their text. */
export interface FormSteps {
  /** The add button. */
  add: string
  /** Where the add button asks something first. */
  choose?: (page: Page) => Promise<void>
  /** Said when it is saved empty. */
  missing: string
  fill: (page: Page) => Promise<void>
  /** A field that `fill` fills in. */
  typed: (page: Page) => Locator
  created: string
  afterCreated?: (page: Page) => Promise<void>
  added: string
  change: (page: Page) => Promise<void>
  saved: string
  changed: string
  deleted: string
}

export interface RecordScreen {
  path: string
  title: string
  /** Address of the call that lists and creates. */
  call: string
  prepare?: (world: ServedWorld) => unknown
  rows: readonly string[]
  search?: { text: string; found: string; hidden: string }
  /** For screens whose records are edited in a dialog. */
  form?: FormSteps
}

/** Every record screen. A new one adds itself here. */
export const recordScreens: readonly RecordScreen[] = [
  {
    path: '/queues',
    title: 'Filas',
    call: '**/queue',
    rows: ['Vendas', 'Suporte'],
    form: {
      add: 'Adicionar fila',
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
]
