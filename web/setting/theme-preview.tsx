import { useFormat, useTexts } from '../i18n/i18n'
import { brandSolid } from '../ui/button/brand-solid'
import { contrast, readableOn, readColour } from '../ui/colour/colour'
import { TriangleAlert } from '../ui/icons'
import { Note } from '../ui/feedback/note'

/** The surface of each theme, as in `tokens.css`. */
export const grounds = { light: '#ffffff', dark: '#13161b' }
const contrastMin = 4.5

/** Shows a colour in a theme, whatever the current one, with a warning if it is hard to read. */
export function ThemePreview({ theme, colour }: { theme: keyof typeof grounds; colour: string }) {
  const t = useTexts('setting').setting.whitelabel
  const format = useFormat()
  const isColour = readColour(colour) !== undefined
  const shown = isColour ? colour : grounds[theme]
  const solid = brandSolid(shown, theme)
  const ratio = contrast(shown, grounds[theme])
  return (
    <figure className="theme-preview">
      <figcaption>{t.previews[theme]}</figcaption>
      <div
        className="theme-preview-ground"
        style={{
          '--preview-ground': grounds[theme],
          '--preview-colour': shown,
          '--preview-solid': solid,
          '--preview-on': readableOn(solid),
        }}
        aria-hidden
      >
        <span className="theme-preview-button">{t.button}</span>
        <span className="theme-preview-link">{t.link}</span>
        <span className="theme-preview-badge">{t.badge}</span>
      </div>
      {isColour && ratio < contrastMin && <Note icon={TriangleAlert}>{t.lowContrast(format.number(ratio, 1))}</Note>}
    </figure>
  )
}
