import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import type { QueueValues } from '../queue-form'
import { fieldPath, optionAt, type OptionValues, parentOf, type Path } from './option-tree'
import { OptionTreeRow, QueueTreeRow } from './option-tree-row'
import type { OptionEditor } from './use-option-editor'

interface OptionTreeViewProps {
  form: FormModel<QueueValues>
  editor: OptionEditor
  remove: () => void
}

interface VisibleRow {
  option: OptionValues
  path: Path
  setSize: number
}

/** The queue and its options as a tree. Arrow keys move, with Alt they move the option; drag and drop does so, too. */
export function OptionTreeView({ form, editor, remove }: OptionTreeViewProps) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const list = useRef<HTMLUListElement>(null)
  const rows = visibleRows(editor.tree, editor.collapsed)
  const onKeyDown = useTreeKeys({ editor, remove, rows })
  useFocusFollow(list, editor)
  return (
    <ul className="chatbot-tree" role="tree" aria-label={t.tree} ref={list} onKeyDown={onKeyDown}>
      <QueueTreeRow selected={!editor.selected} onSelect={() => editor.select(undefined)} />
      {rows.map(({ option, path, setSize }) => (
        <OptionTreeRow
          key={option.key}
          option={option}
          path={path}
          setSize={setSize}
          editor={editor}
          isInvalid={faultFields.some((name) => form.errorAt(`${fieldPath(path)}.${name}`) !== null)}
        />
      ))}
    </ul>
  )
}

const faultFields = [
  'id',
  'name',
  'greetingMessage',
  'queueType',
  'closeTicket',
  'options',
  'optQueueId',
  'optUserId',
  'optIntegrationId',
  'optFileId',
]

function visibleRows(tree: readonly OptionValues[], collapsed: ReadonlySet<string>, parent: Path = []): VisibleRow[] {
  return tree.flatMap((option, index) => {
    const path = [...parent, index]
    const below = collapsed.has(option.key) ? [] : visibleRows(option.options, collapsed, path)
    return [{ option, path, setSize: tree.length }, ...below]
  })
}

/** As trees of files are used, and with Alt to move the option itself. */
function useTreeKeys({ editor, remove, rows }: Omit<OptionTreeViewProps, 'form'> & { rows: readonly VisibleRow[] }) {
  const { selected } = editor
  const at = rows.findIndex(({ option }) => option.key === selected?.key)

  const moves: Record<string, (() => void) | undefined> = {
    ArrowUp: () => editor.select(rows[at - 1]?.option.key),
    ArrowDown: () => editor.select((rows[at + 1] ?? rows[at])?.option.key),
    Home: () => editor.select(undefined),
    End: () => editor.select(rows.at(-1)?.option.key),
    ArrowRight: selected && (() => editor.toggle(selected.key, true)),
    ArrowLeft: selected && (() => leaveOrCollapse()),
    Delete: selected && remove,
    'Alt+ArrowUp': () => editor.shift(-1),
    'Alt+ArrowDown': () => editor.shift(1),
    'Alt+ArrowLeft': () => editor.indent(-1),
    'Alt+ArrowRight': () => editor.indent(1),
    'Ctrl+d': () => editor.duplicate(),
  }

  function leaveOrCollapse() {
    if (!selected) return
    if (selected.options.length > 0 && !editor.collapsed.has(selected.key)) editor.toggle(selected.key, false)
    else editor.select(optionAt(editor.tree, parentOf(editor.path))?.key)
  }

  return (event: KeyboardEvent) => {
    const prefix = event.altKey ? 'Alt+' : event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
    const move = moves[prefix + event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
}

/** Moves the focus with the selection while it is in the tree. */
function useFocusFollow(list: RefObject<HTMLUListElement | null>, { selected }: OptionEditor) {
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    row?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) row?.focus()
  }, [list, selected?.key])
}
