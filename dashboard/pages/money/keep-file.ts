/** As the server has it: a payout list of a whole year is smaller. */
const mostBytes = 5 * 1024 * 1024

export interface KeptFile {
  file: File
  /** Why it is not worth sending; null: it is. */
  refusal: string | null
}

/**
 * The file as it is now, in memory: what is imported is what was looked at before, even if the file is saved again meanwhile,
 * and the browser would take such a file for a lost connection.
 */
export async function keepFile(file: File): Promise<KeptFile> {
  if (file.size > mostBytes) {
    const refusal = 'Файл завеликий: реєстр переказів буває не більший за 5\u00a0МБ. Перевірте, чи це той файл.'
    return { file, refusal }
  }
  try {
    return { file: new File([await file.arrayBuffer()], file.name, { type: file.type }), refusal: null }
  } catch {
    const refusal = 'Не вдалося прочитати файл із вашого комп’ютера. Якщо це тека, виберіть файли в ній.'
    return { file, refusal }
  }
}
