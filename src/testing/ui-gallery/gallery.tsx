import { useState } from 'react'
import { I18nProvider } from '../../../web/i18n/i18n'
import { pt } from '../../../web/i18n/pt'
import { UiProvider } from '../../../web/ui/context/ui-provider'
import { brandSolid } from '../../../web/ui/button/brand-solid'
import { ButtonsSection } from './buttons-section'
import { galleryNow } from './gallery-data'
import { FormSection } from './form-section'
import { InputsSection } from './inputs-section'
import { ListsSection } from './lists-section'
import { OverlaysSection } from './overlays-section'

export function Gallery() {
  return (
    <I18nProvider language="pt" timeZone="America/Sao_Paulo" texts={pt} now={galleryNow}>
      <UiProvider>
        <main className="gallery">
          <ThemeBar />
          <ButtonsSection />
          <InputsSection />
          <FormSection />
          <OverlaysSection />
          <ListsSection />
        </main>
      </UiProvider>
    </I18nProvider>
  )
}

function ThemeBar() {
  const [brand, setBrand] = useState('')
  return (
    <div className="gallery-row">
      <h1>UI</h1>
      {['light', 'dark'].map((theme) => (
        <button key={theme} type="button" onClick={() => (document.documentElement.dataset.theme = theme)}>
          {theme}
        </button>
      ))}
      <input
        aria-label="brand"
        placeholder="--brand"
        value={brand}
        onChange={({ target }) => {
          setBrand(target.value)
          const { style, dataset } = document.documentElement
          style.setProperty('--brand', target.value)
          style.setProperty('--brand-solid', brandSolid(target.value, dataset['theme'] === 'dark' ? 'dark' : 'light'))
        }}
      />
    </div>
  )
}
