interface SpinnerProps {
  size?: number
  label?: string
}

export function Spinner({ size = 16, label }: SpinnerProps) {
  return (
    <svg
      className="spinner"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
