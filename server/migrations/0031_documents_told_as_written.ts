/** Changed functions and triggers only. These are no part of migrations any more (decision 0057). */
export async function up(): Promise<void> {
  // The name stays: databases have this migration in their list.
}
