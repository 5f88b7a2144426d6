import pg from "pg";

export const dynamic = "force-dynamic";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** The least that a checkout page would do: one SELECT, and next to nothing shown. */
export default async function Page({ searchParams }) {
  const { reference } = await searchParams;
  const text = "select * from transactions where reference = $1";
  const { rows } = await pool.query({ name: "by-reference", text, values: [reference] });
  return <h1>{rows[0].amount}</h1>;
}
