import { Ellipsis, type LucideIcon } from '../icons'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/icon-button'
import { Menu } from '../popup/menu'

export interface RowAction {
  label: string
  icon: LucideIcon
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /** Always in the menu, even if there is space. */
  inMenu?: boolean
}

const inlineMax = 3

export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useTexts()
  const inline = actions.filter(({ inMenu }) => !inMenu)
  const icons =
    inline.length === actions.length && actions.length <= inlineMax ? inline : inline.slice(0, inlineMax - 1)
  const rest = actions.filter((action) => !icons.includes(action))
  return (
    <span className="row-actions">
      {icons.map(({ label, icon, onSelect, danger, disabled }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          size="s"
          variant={danger ? 'danger' : 'ghost'}
          disabled={disabled}
          onClick={onSelect}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          items={rest.flatMap((action, index) =>
            action.danger && index > 0 ? (['separator', action] as const) : [action],
          )}
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t.ui.moreActions} size="s" />}
        />
      )}
    </span>
  )
}
