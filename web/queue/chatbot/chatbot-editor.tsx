import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { Info, ArrowDown, ArrowUp, Copy, CornerDownRight, Plus, Trash2 } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { useUi } from '../../ui/context/ui-context'
import type { QueueValues } from '../queue-form'
import { OptionFields, optionForm, useOptionTargets } from './option-fields'
import { OptionPreview } from './option-preview'
import { count, fieldPath, type OptionValues, type Path, optionAt, parentOf } from './option-tree'
import { type OptionEditor, useOptionEditor } from './use-option-editor'
import { Button, IconButton } from '../../ui/button/button'
import { TextField } from '../../ui/form/form-field'
import { OptionTreeRow, QueueTreeRow } from './option-tree-row'

export function ChatbotEditor({ form }: { form: FormModel<QueueValues> }) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const editor = useOptionEditor(form)
  const targets = useOptionTargets()
  const remove = useRemoval(editor)
  const isClosing = form.values.value.closeTicket
  useErrorInView(form, editor)
  return (
    <div
      className="chatbot-editor"
      id={form.fields.chatbots.id}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => target === currentTarget && focusInvalid()}
    >
      <div className="chatbot-tree-pane">
        <OptionToolbar editor={editor} remove={remove} disabled={isClosing} />
        <OptionTreeView form={form} editor={editor} remove={remove} />
        <p className="chatbot-hint">{t.keysHint}</p>
      </div>
      <div className="chatbot-detail">
        {editor.selected ? (
          <OptionFields
            key={editor.selected.key}
            form={optionForm(form, editor.path)}
            targets={targets}
            isNamed={editor.named === editor.selected.key}
          />
        ) : (
          <QueuePart form={form} />
        )}
      </div>
      <OptionPreview form={form} editor={editor} targets={targets} />
    </div>
  )
}

function QueuePart({ form }: { form: FormModel<QueueValues> }) {
  useSignals()
  const t = useTexts('queue').queue
  const { closeTicket, integrationId } = form.values.value
  const note = closeTicket ? t.chatbot.closing : integrationId === null ? t.chatbot.intro : t.chatbot.integrates
  return (
    <div className="chatbot-fields">
      <Note icon={Info}>{note}</Note>
      <TextField form={form} name="greetingMessage" label={t.fields.greeting} help={t.chatbot.greetingHelp} rows={4} />
    </div>
  )
}

/** Deletes the selected option; asks first if there are options below it. */
function useRemoval(editor: OptionEditor) {
  const t = useTexts('queue').queue.chatbot
  const { confirm } = useUi()
  return () => {
    const { selected } = editor
    if (!selected) return
    const below = count(selected.options)
    if (below === 0) return editor.remove()
    const question = { title: t.removeTitle(selected.name), text: t.removeText(below), action: t.remove, danger: true }
    void confirm(question).then((sure) => sure && editor.remove())
  }
}

const errorFields = ['name', 'optUserId', 'optQueueId', 'optFileId', 'optIntegrationId', 'greetingMessage', 'queueType']

/** When saving was refused, the first option with an error is opened, and its field gets the focus. */
function useErrorInView(form: FormModel<QueueValues>, editor: OptionEditor) {
  useSignals()
  const error = form.fields.chatbots.error.value
  const saving = form.saving.value
  const frame = useRef(false)
  useEffect(() => {
    if (error === null || saving) return
    const faulty = firstInvalid(form, editor.tree)
    if (!faulty || faulty.key === editor.selected?.key || frame.current) return
    frame.current = true
    editor.select(faulty.key)
    requestAnimationFrame(() => {
      frame.current = false
      focusInvalid()
    })
  }, [error, saving])
}

function focusInvalid() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.chatbot-detail [aria-invalid="true"]')?.focus())
}

function firstInvalid(
  form: FormModel<QueueValues>,
  level: readonly OptionValues[],
  parent: Path = [],
): OptionValues | undefined {
  for (const [index, option] of level.entries()) {
    const path = [...parent, index]
    if (errorFields.some((name) => form.errorAt(`${fieldPath(path)}.${name}`) !== null)) return option
    const below = firstInvalid(form, option.options, path)
    if (below) return below
  }
  return undefined
}

interface OptionToolbarProps {
  editor: OptionEditor
  remove: () => void
  disabled: boolean
}

function OptionToolbar({ editor, remove, disabled }: OptionToolbarProps) {
  const t = useTexts('queue').queue.chatbot
  const ui = useTexts().ui
  const { selected } = editor
  return (
    <div className="chatbot-toolbar row wraps gap-1" role="toolbar" aria-label={t.toolbar}>
      <Button size="s" icon={Plus} disabled={disabled || !editor.mayAddBeside} onClick={editor.addBeside}>
        {t.add}
      </Button>
      {selected && (
        <span className="chatbot-toolbar-icons">
          <IconButton
            icon={CornerDownRight}
            label={t.addBelow}
            size="s"
            disabled={!editor.mayAddBelow}
            onClick={editor.addBelow}
          />
          <IconButton
            icon={Copy}
            label={t.duplicate}
            size="s"
            disabled={!editor.mayDuplicate}
            onClick={editor.duplicate}
          />
          <IconButton icon={ArrowUp} label={ui.moveUp} size="s" onClick={() => editor.shift(-1)} />
          <IconButton icon={ArrowDown} label={ui.moveDown} size="s" onClick={() => editor.shift(1)} />
          <IconButton icon={Trash2} label={t.remove} size="s" variant="danger" onClick={remove} />
        </span>
      )}
    </div>
  )
}

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
function OptionTreeView({ form, editor, remove }: OptionTreeViewProps) {
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
