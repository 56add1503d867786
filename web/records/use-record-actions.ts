import { useErrorText, useTexts } from '../i18n/i18n'
import { Pencil, Trash2 } from '../ui/icons'
import type { RowAction } from '../ui/row-actions'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'
import type { RecordTexts } from './record-texts'

export interface RecordRemoval<Row> {
  /** The row's name in the question. */
  name: (row: Row) => string
  call: (row: Row) => Promise<unknown>
  /** True: its name has to be typed first. */
  typed?: boolean
  /** What else is lost with this row; may ask the server first. */
  text?: (row: Row) => string | Promise<string>
  /** False: the action is disabled. */
  may?: (row: Row) => boolean
  /** False: the action is not there. */
  offered?: (row: Row) => boolean
}

interface ActionOptions<Row extends RecordRow> {
  /** From which a deleted row is taken out at once. */
  list?: RecordList<Row, never>
  texts: RecordTexts
  open: ((row: Row) => void) | undefined
  mayEdit?: (row: Row) => boolean
  remove?: RecordRemoval<Row>
  actions?: (row: Row) => readonly RowAction[]
}

/** What can be done with each row of a record screen. */
export function useRecordActions<Row extends RecordRow>(options: ActionOptions<Row>) {
  const { open, mayEdit = () => true, remove, actions: further } = options
  const { ui: t } = useTexts()
  const { toast } = useUi()
  const errorText = useErrorText()
  const askAndRemove = useRemoval(options)

  function onOpen(row: Row) {
    if (mayEdit(row)) open?.(row)
    else toast.error(errorText('ERR_NO_PERMISSION'))
  }

  function actionsOf(row: Row): RowAction[] {
    const edit = open && { label: t.edit, icon: Pencil, disabled: !mayEdit(row), onSelect: () => open(row) }
    const removal = remove &&
      remove.offered?.(row) !== false && {
        label: t.delete,
        icon: Trash2,
        danger: true,
        disabled: remove.may?.(row) === false,
        onSelect: () => void askAndRemove(row),
      }
    return [...(further?.(row) ?? []), edit, removal].filter((action) => typeof action === 'object')
  }

  const hasActions = open !== undefined || remove !== undefined || further !== undefined
  return { onOpen: open && onOpen, actions: hasActions ? actionsOf : undefined }
}

/** Asks first, naming the row and what else is lost. */
function useRemoval<Row extends RecordRow>({ list, texts, remove }: ActionOptions<Row>) {
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async (row: Row) => {
    if (!remove) return
    const { deleteTitle, deleteText, deleteAction, deleted } = texts
    let text = typeof deleteText === 'string' ? deleteText : ''
    if (!(await attempt(async () => (text = (await remove.text?.(row)) ?? text)))) return
    const title = typeof deleteTitle === 'function' ? deleteTitle(remove.name(row)) : (deleteTitle ?? '')
    const typed = remove.typed ? { typed: remove.name(row) } : {}
    const question = { title, text, danger: true, ...typed, ...(deleteAction && { action: deleteAction }) }
    if (!(await confirm(question))) return
    if (await attempt(() => remove.call(row), deleted)) list?.remove(row.id)
  }
}
