import { useState } from 'react'
import { useErrorText } from '../../../web/i18n/i18n'
import type { PageProps } from '../../../web/page/page-definition'
import { Link } from '../../../web/ui/display/link'
import { usePageTitle } from '../../../web/page/page-context'

export function page({ data, params }: PageProps<{ text: string }, { uuid?: string }>) {
  const errorText = useErrorText()
  const [presses, setPresses] = useState(0)
  usePageTitle('Fixture')
  return (
    <section>
      <h1>Fixture {params.uuid}</h1>
      <p>{data.text.startsWith('ERR_') ? errorText(data.text) : data.text}</p>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
      <Link href="/contacts">To contacts</Link>
    </section>
  )
}
