import { Check, Copy, Eye, EyeOff, RefreshCw } from '../../ui/icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import type { FieldControl } from '../../ui/form/form-field'
import { IconButton } from '../../ui/button/icon-button'
import { TextInput } from '../../ui/field/text-input'
import { useCopy } from '../../ui/text/use-copy'
import { newToken } from './connection-form'

/** The API token: hidden by default; can be copied and regenerated, but not typed. */
export function TokenField({ value, onValueChange }: Pick<FieldControl<string>, 'value' | 'onValueChange'>) {
  const t = useTexts('connection').connection.fields
  const [shown, setShown] = useState(false)
  const { copied, copy } = useCopy()
  return (
    <TextInput
      className="connection-token"
      type={shown ? 'text' : 'password'}
      readOnly
      autoComplete="off"
      spellCheck={false}
      value={value}
      onValueChange={() => {}}
      onFocus={({ target }) => target.select()}
      trailing={
        <>
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? t.hideToken : t.showToken}
            size="xs"
            onClick={() => setShown(!shown)}
          />
          <IconButton
            icon={copied ? Check : Copy}
            label={copied ? t.copied : t.copyToken}
            size="xs"
            onClick={() => copy(value)}
          />
          <IconButton
            icon={RefreshCw}
            label={t.newToken}
            size="xs"
            onClick={() => {
              onValueChange(newToken())
              setShown(true)
            }}
          />
        </>
      }
    />
  )
}
