import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { FormModel } from '../../ui/form/form'
import type { QueueValues } from '../queue-form'
import {
  added,
  copyOf,
  type DropEdge,
  indented,
  levelAt,
  mayAdd,
  moved,
  newOption,
  optionAt,
  type OptionValues,
  parentOf,
  type Path,
  pathOf,
  removed,
  shifted,
} from './option-tree'

export type OptionEditor = ReturnType<typeof useOptionEditor>

/** The tree of options in the form, with the one that is edited. None is edited while the queue itself is selected. */
export function useOptionEditor(form: FormModel<QueueValues>) {
  useSignals()
  const field = form.fields.chatbots
  const tree = field.value.value
  const { selectedKey, named, select, selectNew } = useSelectedOption()
  const { collapsed, toggle } = useCollapsed()
  const path: Path = (selectedKey !== undefined && pathOf(tree, selectedKey)) || []
  const selected = optionAt(tree, path)

  function change(next: OptionValues[] | undefined) {
    if (next) field.set(next)
  }

  function insert(parent: Path, index: number, option: OptionValues) {
    if (!mayAdd(tree, parent, option)) return
    field.set(added(tree, parent, index, option))
    const above = optionAt(tree, parent)
    if (above) toggle(above.key, true)
    selectNew(option.key)
  }

  return {
    tree,
    path,
    selected,
    collapsed,
    named,
    toggle,
    select,
    /** A new option on the level of the selected one, after it. */
    addBeside: () => insert(parentOf(path), path.length === 0 ? tree.length : (path.at(-1) ?? 0) + 1, newOption()),
    mayAddBeside: mayAdd(tree, parentOf(path)),
    addBelow: () => insert(path, levelAt(tree, path).length, newOption()),
    mayAddBelow: mayAdd(tree, path),
    duplicate: () => selected && insert(parentOf(path), (path.at(-1) ?? 0) + 1, copyOf(selected)),
    mayDuplicate: selected !== undefined && mayAdd(tree, parentOf(path), selected),
    remove() {
      if (!selected) return
      const next = removed(tree, path)
      field.set(next)
      select(neighbourAt(next, path)?.key)
    },
    shift: (by: 1 | -1) => change(shifted(tree, path, by)),
    indent: (by: 1 | -1) => change(indented(tree, path, by)),
    drop(key: string, targetKey: string, edge: DropEdge) {
      const next = afterDrop(field.value.peek(), key, targetKey, edge)
      if (!next) return
      field.set(next)
      if (edge === 'inside') toggle(targetKey, true)
      select(key)
    },
    mayDrop: (key: string, targetKey: string, edge: DropEdge) =>
      afterDrop(field.value.peek(), key, targetKey, edge) !== undefined,
  }
}

function useSelectedOption() {
  const [selectedKey, setSelectedKey] = useState<string>()
  const [named, setNamed] = useState<string>()

  function select(key: string | undefined, focused?: string) {
    setNamed(focused)
    setSelectedKey(key)
  }

  return { selectedKey, named, select, selectNew: (key: string) => select(key, key) }
}

function neighbourAt(tree: OptionValues[], path: Path) {
  const index = path.at(-1) ?? 0
  const level = levelAt(tree, parentOf(path))
  return level[index] ?? level[index - 1] ?? optionAt(tree, parentOf(path))
}

function useCollapsed() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())

  function toggle(key: string, open: boolean) {
    const next = new Set(collapsed)
    if (open) next.delete(key)
    else next.add(key)
    setCollapsed(next)
  }

  return { collapsed, toggle }
}

function afterDrop(tree: OptionValues[], key: string, targetKey: string, edge: DropEdge) {
  const [from, target] = [pathOf(tree, key), pathOf(tree, targetKey)]
  return from && target && moved(tree, from, target, edge)
}
