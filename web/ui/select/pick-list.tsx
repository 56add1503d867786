import { useId, useState, type KeyboardEvent } from 'react'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import { Avatar } from '../display/avatar'
import { Check, Search } from '../icons'
import type { Option } from './option'
import { OptionNote, OptionText, stepActive } from './option-list'
import { TextInput } from '../field/text-input'

export interface PickOption<Value> extends Option<Value> {
  /** A person: picture or initials, and whether they are online. */
  person?: { picture: string; online: boolean }
}

export interface PickGroup<Value> {
  heading: string
  options: readonly PickOption<Value>[]
}

interface PickListProps<Value> {
  label: string
  placeholder: string
  groups: readonly PickGroup<Value>[]
  value: Value | null
  onPick: (value: Value) => void
  none: string
  invalid?: boolean
}

const textsOf = ({ label, description }: Option<unknown>) => [label, description ?? '']

/** An open list of everything there is to choose from, filtered by typing. The focus stays in the search box. */
export function PickList<Value extends string | number>(props: PickListProps<Value>) {
  const { label, placeholder, groups, value, onPick, none, invalid } = props
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const shown = groups
    .map((group) => ({ ...group, options: rankBySearch(group.options, text, textsOf) }))
    .filter(({ options }) => options.length > 0)
  const all = shown.flatMap(({ options }) => options)
  const idOf = (option: PickOption<Value>) => `${id}-${all.indexOf(option)}`

  function activate(index: number) {
    setActive(index)
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="pick-list">
      <TextInput
        type="search"
        icon={Search}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={all[active] ? `${id}-${active}` : undefined}
        aria-invalid={invalid || undefined}
        autoComplete="off"
        data-autofocus
        placeholder={placeholder}
        value={text}
        onValueChange={(next) => {
          setText(next)
          setActive(next.trim() === '' ? -1 : 0)
        }}
        onKeyDown={onListKeys({ options: all, active, activate, onPick })}
      />
      <div className="pick-list-options" id={id} role="listbox" aria-label={label}>
        {shown.map(({ heading, options }) => (
          <div key={heading} role="group" aria-label={heading}>
            <p className="pick-list-heading" aria-hidden>
              {heading}
            </p>
            {options.map((option) => (
              <PickRow
                key={option.value}
                id={idOf(option)}
                option={option}
                isActive={all[active] === option}
                isChosen={option.value === value}
                onPick={() => onPick(option.value)}
              />
            ))}
          </div>
        ))}
        {all.length === 0 && <OptionNote>{none}</OptionNote>}
      </div>
    </div>
  )
}

interface ListKeys<Value> {
  options: readonly Option<Value>[]
  /** Index of the option that Enter picks; -1 for none. */
  active: number
  activate: (index: number) => void
  onPick: (value: Value) => void
}

function onListKeys<Value>({ options, active, activate, onPick }: ListKeys<Value>) {
  return (event: KeyboardEvent) => {
    const option = options[active]
    if (event.key === 'Enter' && option && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return onPick(option.value)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    activate(stepActive(options, active, event.key === 'ArrowDown' ? 1 : -1))
  }
}

interface PickRowProps<Value> {
  id: string
  option: PickOption<Value>
  isActive: boolean
  isChosen: boolean
  onPick: () => void
}

function PickRow<Value>({ id, option, isActive, isChosen, onPick }: PickRowProps<Value>) {
  const { label, person } = option
  return (
    <div
      className="option"
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onClick={onPick}
    >
      {person && <Avatar name={label} src={person.picture} size={28} online={person.online} />}
      <OptionText option={option} />
      {isChosen && <Check className="option-check" size={16} aria-hidden />}
    </div>
  )
}
