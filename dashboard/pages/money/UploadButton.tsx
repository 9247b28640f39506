import { Button } from '../../ui/Button.tsx'

export const UploadButton = ({ onAsk }: { onAsk: () => void }) => <Button onClick={onAsk}>Завантажити реєстри</Button>
