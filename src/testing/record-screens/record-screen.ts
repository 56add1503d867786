import type { Locator, Page } from '@playwright/test'
import { field } from '../browser/screen-windows'
import type { ServedWorld } from '../world/served-world'

/** How to fill in the form of a record screen. Texts are Portuguese; rows are found by part of their text. */
export interface FormSteps {
  open: (page: Page) => Promise<void>
  /** For the check of the open form, when the record of `open` has been deleted. */
  openAnother?: (page: Page) => Promise<void>
  /** Makes the form incomplete, if it does not open empty. */
  clear?: (page: Page) => Promise<void>
  missing: string
  fill: (page: Page) => Promise<void>
  typed: (page: Page) => Locator
  created: string
  added: string
  change: (page: Page) => Promise<void>
  saved: string
  changed: string
  deleted: string
  /** Typed to confirm the deletion. */
  typedToDelete?: string
  /** Its `open` opens an existing row. */
  opensRow?: true
  afterAdding?: (page: Page) => Promise<void>
}

export interface RecordScreen {
  path: string
  title: string
  call: RegExp
  prepare?: (world: ServedWorld) => unknown
  rows: readonly string[]
  /** `nothing`: the text without results, if not the general one. */
  search?: { text: string; found: string; hidden?: string; nothing?: string }
  form?: FormSteps
}

/** Presses the first button of this name twice, as many people do. The menu beside the screen has buttons of its own. */
export const pressAdd = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().dblclick()

/** The usual messages after a change: `messages('Fila', 'a')` is "Fila criada com sucesso" and so on. */
export const messages = (record: string, gender: 'a' | 'o') => ({
  created: `${record} criad${gender} com sucesso`,
  saved: `${record} salv${gender} com sucesso`,
  deleted: `${record} excluíd${gender} com sucesso`,
})

type Messages = Pick<FormSteps, 'created' | 'saved' | 'deleted'>

interface UsualForm extends Messages, Partial<Omit<FormSteps, keyof Messages>> {
  add?: string
  /** Label of the field that names the record; `Nome` if omitted. */
  label?: string
  names?: readonly [string, string]
  fillOthers?: (page: Page) => Promise<void>
}

/** Steps of a form that is opened by a button and whose record has a name. */
export function formSteps({ add = '', label = 'Nome', names, fillOthers, ...others }: UsualForm): FormSteps {
  const [added, changed] = names ?? ['', '']
  const nameField = (page: Page) => field(page, label)
  return {
    open: pressAdd(add),
    missing: 'Obrigatório',
    async fill(page) {
      await nameField(page).fill(added)
      await fillOthers?.(page)
    },
    typed: nameField,
    added,
    change: (page) => nameField(page).fill(changed),
    changed,
    ...others,
  }
}
