import type { AriaAttributes, ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react'

interface GrowingTextProps extends AriaAttributes {
  ref: RefObject<HTMLTextAreaElement | null>
  frame?: RefObject<HTMLDivElement | null>
  value: string
  onValueChange: (value: string) => void
  label: string
  placeholder: string
  onFiles: (files: readonly File[]) => void
  onSend: () => void
  /** Called first; a prevented event is not handled further. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  children?: ReactNode
}

/** A growing text that sends on Enter (on a phone it breaks the line) and accepts pasted files. */
export function GrowingText(props: GrowingTextProps) {
  const { ref, frame, value, onValueChange, label, placeholder, onFiles, onSend, onKeyDown, children, ...aria } = props

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    onKeyDown?.(event)
    if (event.defaultPrevented || event.key !== 'Enter' || event.shiftKey || event.altKey || isTouch()) return
    event.preventDefault()
    onSend()
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    <div className="composer-text" ref={frame} data-value={`${value} `}>
      <textarea
        {...aria}
        ref={ref}
        rows={1}
        dir="auto"
        value={value}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="enter"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      {children}
    </div>
  )
}

export function isTouch() {
  return matchMedia('(pointer: coarse)').matches
}
