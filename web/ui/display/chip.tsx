import { X, type LucideIcon } from '../icons'
import { useTexts } from '../../i18n/i18n'

interface ChipProps {
  label: string
  /** #RRGGBB, from the data: a dot, and a tint behind the text. */
  color?: string | undefined
  icon?: LucideIcon
  onRemove?: (() => void) | undefined
  size?: 's' | 'm'
}

export function Chip({ label, color, icon: Icon, onRemove, size = 'm' }: ChipProps) {
  const t = useTexts()
  return (
    <span className="chip" data-size={size} style={color ? { '--chip-color': color } : undefined}>
      {color && <span className="chip-dot" aria-hidden />}
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
