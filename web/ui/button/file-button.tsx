import { useRef } from 'react'
import { Button, type ButtonProps } from './button'

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'name'> {
  accept?: string
  onChoose: (file: File) => void
}

export function FileButton({ accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          // Allows the same file to be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
