import { X, type LucideIcon } from './icons'
import { useTexts } from '../i18n/i18n'
import { readableOn } from './colour'

export interface ChipProps {
  label: string
  /** #RRGGBB, from the data. The text on it is black or white, whichever has more contrast. */
  color?: string | undefined
  icon?: LucideIcon
  onRemove?: (() => void) | undefined
  size?: 's' | 'm'
}

/** A tag, a filter or a selected option. */
export function Chip({ label, color, icon: Icon, onRemove, size = 'm' }: ChipProps) {
  const t = useTexts()
  const style = color
    ? { '--chip-back': color, '--chip-text': readableOn(color), '--chip-line': 'transparent' }
    : undefined
  return (
    <span className="chip" data-size={size} style={style}>
      {Icon && <Icon size={12} aria-hidden />}
      <span className="chip-label">{label}</span>
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={t.ui.removeItem(label)} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}
