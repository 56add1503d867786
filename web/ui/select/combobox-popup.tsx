import { Plus } from '../icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import { OptionList, OptionNote } from './option-list'
import { Spinner } from '../feedback/spinner'
import type { ComboboxState } from './use-combobox'

interface ComboboxPopupProps<Value> {
  id: string
  box: ComboboxState<Value>
  label: string | undefined
  labelledBy: string | undefined
  lengthMin: number | undefined
  multiple?: boolean
}

export function ComboboxPopup<Value>({
  id,
  box,
  label,
  labelledBy,
  lengthMin = 0,
  multiple,
}: ComboboxPopupProps<Value>) {
  const t = useTexts()
  if (!box.open) return null
  const { options, state, retry } = box.found
  const empty = options.length === 0 && !box.creates
  return (
    <div ref={box.popup} popover="manual" className="popup" onMouseDown={(event) => event.preventDefault()}>
      <div role="status">
        {state === 'short' && <OptionNote>{t.ui.typeMore(lengthMin)}</OptionNote>}
        {state === 'loading' && (
          <OptionNote>
            <Spinner />
            {t.ui.loading}
          </OptionNote>
        )}
        {state === 'ready' && empty && <OptionNote>{box.query ? t.ui.noResults : t.ui.noOptions}</OptionNote>}
        {state === 'failed' && (
          <OptionNote>
            {t.ui.errorTitle}
            <Button size="s" onClick={retry}>
              {t.ui.retry}
            </Button>
          </OptionNote>
        )}
      </div>
      {options.length > 0 && (
        <OptionList
          id={`${id}-list`}
          label={label}
          labelledBy={labelledBy}
          options={options}
          active={box.active}
          isSelected={box.isSelected}
          multiple={multiple}
          onPick={box.pick}
          onActive={box.setActive}
        />
      )}
      {box.creates && (
        <button type="button" className="combobox-create" tabIndex={-1} onClick={box.create}>
          <Plus size={16} aria-hidden />
          {t.ui.create(box.query.trim())}
        </button>
      )}
    </div>
  )
}
